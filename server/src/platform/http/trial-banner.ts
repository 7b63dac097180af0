import type { FastifyInstance } from 'fastify';
import { LOCALES, type Locale } from '@fws/contract/platform/messages';
import { translate } from '../messages.ts';
import { escapeHtml } from '../html.ts';

// Placed in the flow at the top of the page, so that it never covers anything. A page may change its language by
// script: it contains both texts, and CSS shows the one of the page's language.
const STYLE = `.trial{padding:6px 16px;background:#ffd54a;color:#211a00;font:600 .9375rem/1.4 var(--font,system-ui),sans-serif;text-align:center}
.trial p{max-width:none;margin:0}:root:lang(hi) .trial :lang(en),:root:not(:lang(hi)) .trial :lang(hi){display:none}`;

const buildText = (locale: Locale): string =>
  `<p lang="${locale}">${escapeHtml(translate(locale, 'common.trial'))}</p>`;

const BANNER = 'aside class="trial"';

/** Adds a banner saying that this is a trial and no real money moves; leaves a page that already has it unchanged. */
export function addTrialBanner(html: string): string {
  if (html.includes(BANNER)) return html;
  const label = LOCALES.map((locale) => translate(locale, 'common.trial_label')).join(' · ');
  const banner = `<${BANNER} aria-label="${escapeHtml(label)}">${LOCALES.map(buildText).join('')}</aside>`;
  return html
    .replace('</head>', () => `<style>${STYLE}</style></head>`)
    .replace(/<body[^>]*>/, (body) => body + banner);
}

/**
 * Adds the banner to pages that are generated per request, such as the pay page; built pages get it when they are read.
 */
export function showTrialBanner(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    if (isPage && typeof payload === 'string') done(null, addTrialBanner(payload));
    else done(null, payload);
  });
}
