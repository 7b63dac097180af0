import type { Plugin } from 'vite';

/** Takes indentation and the comments of inline scripts out of the page: it is the first thing everybody waits for. */
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
