import type { Plugin } from 'vite';

/** Removes indentation and the comments of inline scripts from the page, because everybody waits for it first. */
export function smallPage(): Plugin {
  return {
    name: 'fws-small-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll(/^\s*\/\/ .*\n/gm, '').replaceAll(/^\s+/gm, ''),
    },
  };
}
