import type { Locale } from '@fws/contract/platform/messages';
import { formatTime } from '@fws/contract/platform/moments';
import { createTranslate, translate } from '../messages.ts';
import type { Impersonation } from '../caller.ts';
import { escapeHtml } from '../html.ts';
import { buildPlainPage } from './plain-page.ts';

export const IMPERSONATION_END_PATH = '/api/impersonation/end';

const STYLE = `.impersonation{position:sticky;bottom:calc(var(--dock-h,0px) + env(safe-area-inset-bottom));z-index:60;display:flex;align-items:center;gap:12px;padding:6px 16px;
background:#ffd54a;color:#211a00;font:600 .9375rem/1.3 var(--font,system-ui),sans-serif;border-top:2px solid #211a00}
.impersonation p{flex:1;margin:0}.impersonation span{font-weight:400}
.impersonation button{min-height:44px;padding:0 18px;border:2px solid #211a00;border-radius:4px;background:#211a00;color:#ffd54a;
font:inherit;cursor:pointer}.impersonation button:focus-visible{outline:3px solid #0a58ca;outline-offset:2px}`;

const endForm = (text: string): string =>
  `<form method="post" action="${IMPERSONATION_END_PATH}"><button>${escapeHtml(text)}</button></form>`;

/**
 * The app's page with a banner that names the admin and the impersonated user. Only the server adds it: the public app
 * knows nothing of it, and no script of the app can remove it.
 */
export function addImpersonationBanner(html: string, locale: Locale, impersonation: Impersonation): string {
  const until = formatTime(createTranslate(locale), impersonation.endsAt);
  const values = { name: impersonation.name, until };
  const label = escapeHtml(translate(locale, 'admin.impersonation_label'));
  const banner = `<aside class="impersonation" aria-label="${label}"><p>${escapeHtml(translate(locale, 'admin.impersonation_as', values))}
<span>${escapeHtml(translate(locale, 'admin.impersonation_until', values))}</span></p>${endForm(translate(locale, 'admin.impersonation_end'))}</aside>`;
  return html
    .replace('</head>', () => `<style>${STYLE}</style></head>`)
    .replace('</body>', () => `${banner}</body>`);
}

/** The page shown once the impersonation is no longer valid, until the admin confirms its end. */
export const renderImpersonationEndedPage = (locale: Locale): string =>
  buildPlainPage(
    locale,
    `<h1>${escapeHtml(translate(locale, 'admin.impersonation_ended'))}</h1>${endForm(translate(locale, 'admin.impersonation_back'))}`,
  );
