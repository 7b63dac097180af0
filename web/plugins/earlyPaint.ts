import type { Plugin } from 'vite';

const MARK = '<!-- styles -->';

/** Moves the style sheet to its mark after the first header, so that the header paints before the styles arrive. */
export function earlyPaint(): Plugin {
  return {
    name: 'fws-early-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? [];
        const without = sheets.reduce((remaining, sheet) => remaining.replace(sheet, ''), html);
        return without.replace(MARK, sheets.join('').trim());
      },
    },
  };
}
