import type { Locale } from '@fws/contract/platform/messages';
import { translate } from '../messages.ts';
import type { Look } from './auth.ts';
import { escapeHtml, buildPlainPage } from './plain-page.ts';

export const LOOK_END_PATH = '/api/look/end';

const STYLE = `.look{position:sticky;bottom:calc(var(--dock-h,0px) + env(safe-area-inset-bottom));z-index:60;display:flex;align-items:center;gap:12px;padding:6px 16px;
background:#ffd54a;color:#211a00;font:600 .9375rem/1.3 var(--font,system-ui),sans-serif;border-top:2px solid #211a00}
.look p{flex:1;margin:0}.look span{font-weight:400}
.look button{min-height:44px;padding:0 18px;border:2px solid #211a00;border-radius:4px;background:#211a00;color:#ffd54a;
font:inherit;cursor:pointer}.look button:focus-visible{outline:3px solid #0a58ca;outline-offset:2px}`;

const endForm = (text: string): string =>
  `<form method="post" action="${LOOK_END_PATH}"><button>${escapeHtml(text)}</button></form>`;

/**
 * The app's page with a banner that names the admin and the impersonated user. Only the server adds it: the public app
 * knows nothing of it, and no script of the app can remove it.
 */
export function withLookBanner(html: string, locale: Locale, look: Look): string {
  const until = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: 'Asia/Kolkata' });
  const values = { name: look.name, until: until.format(look.endsAt) };
  const label = escapeHtml(translate(locale, 'admin.look_label'));
  const banner = `<aside class="look" aria-label="${label}"><p>${escapeHtml(translate(locale, 'admin.look_as', values))}
<span>${escapeHtml(translate(locale, 'admin.look_until', values))}</span></p>${endForm(translate(locale, 'admin.look_end'))}</aside>`;
  return html
    .replace('</head>', () => `<style>${STYLE}</style></head>`)
    .replace('</body>', () => `${banner}</body>`);
}

/** The page shown once the impersonation is no longer valid, until the admin confirms its end. */
export const lookEndedPage = (locale: Locale): string =>
  buildPlainPage(
    locale,
    `<h1>${escapeHtml(translate(locale, 'admin.look_ended'))}</h1>${endForm(translate(locale, 'admin.look_back'))}`,
  );
