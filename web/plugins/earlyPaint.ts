import type { Plugin } from 'vite';

/** Moves the style sheet behind the first header, so that the header paints before the styles arrive. */
export function earlyPaint(): Plugin {
  return {
    name: 'fws-early-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? [];
        const without = sheets.reduce((rest, sheet) => rest.replace(sheet, ''), html);
        return without.replace('</header>', `</header>${sheets.join('')}`);
      },
    },
  };
}
