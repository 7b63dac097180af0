import { minifySync, type Plugin } from 'vite';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** Minifies the inline scripts and removes the indentation of the page, because everybody waits for it first. */
export function smallPage(): Plugin {
  return {
    name: 'fws-small-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replaceAll(INLINE_SCRIPT, (_, code: string) => `<script>${minifyScript(code)}</script>`)
          .replaceAll(/^\s+/gm, ''),
    },
  };
}

function minifyScript(code: string): string {
  const { code: minified, errors } = minifySync('inline.js', code);
  if (errors[0]) throw new Error(`an inline script of the page is wrong: ${errors[0].message}`);
  return minified.trim();
}
