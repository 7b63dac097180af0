import { escapeHtml } from '../html.ts';

export interface AppLinks {
  googlePlay: string | null;
  appStore: string | null;
}

const BLOCK = /<div class="apps">[\s\S]*?<\/div>/;
const LINKS = [
  ['googlePlay', /<a\b[^>]*href="app:google-play"[\s\S]*?<\/a>/],
  ['appStore', /<a\b[^>]*href="app:app-store"[\s\S]*?<\/a>/],
] as const;

/** Fills the build's placeholder for each app link from the settings, or removes it. */
export function fillAppLinks(html: string, links: AppLinks): string {
  if (links.googlePlay === null && links.appStore === null) return html.replace(BLOCK, '');
  return LINKS.reduce((page, [name, pattern]) => {
    const href = links[name];
    return page.replace(pattern, (link) =>
      href === null ? '' : link.replace(/href="[^"]*"/, () => `href="${escapeHtml(href)}"`),
    );
  }, html);
}
