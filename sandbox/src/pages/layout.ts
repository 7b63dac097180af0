import { html, type Html } from './html.ts';

const STYLE = `
*{box-sizing:border-box}
:root{color-scheme:light dark;--paper:#f3f4f9;--sheet:#fff;--line:#c0c4d0;--text:#161925;--soft:#525667;--ink:#2d3681;--on-ink:#fff;--stop:#b12e20}
@media (prefers-color-scheme:dark){:root{--paper:#161925;--sheet:#272a39;--line:#525667;--text:#f3f4f9;--soft:#c0c4d0;--ink:#a6b3ea;--on-ink:#0a0e28;--stop:#fa9a87}}
body{margin:0;background:var(--paper);color:var(--text);font:17px/1.5 system-ui,"Noto Sans",sans-serif;overflow-wrap:anywhere}
header{background:#1f2660;color:#fff;padding:0 16px;display:flex;gap:16px}
header a{color:inherit;min-height:48px;display:inline-flex;align-items:center}
main{max-width:920px;margin:0 auto;padding:16px}
main.narrow{max-width:480px}main.wide{max-width:1240px}
section{background:var(--sheet);border:1px solid var(--line);border-radius:4px;padding:16px;margin:0 0 16px}
h1{font-size:25px;line-height:1.25;margin:8px 0 16px}h2{font-size:20px;line-height:1.3;margin:0 0 8px}
p,dl,section>form{margin:0 0 12px}section>:last-child,article>:last-child{margin-bottom:0}.soft{color:var(--soft);font-size:15px}.total{font-size:34px;line-height:1.2;font-weight:650;margin:0}
a{color:var(--ink)}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:8px 16px;border:1px solid var(--ink);border-radius:4px;background:var(--sheet);color:var(--ink);font:inherit;font-weight:600;cursor:pointer;text-decoration:none}
button.main,.button.main{background:var(--ink);color:var(--on-ink)}button.stop{border-color:var(--stop);color:var(--stop)}
.stack{display:grid;gap:12px}.stack form,.stack button{width:100%}
.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:0 0 12px}.row p{margin:0}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}dt{color:var(--soft)}dd{margin:0}
article{border-top:1px solid var(--line);padding:12px 0}article:first-of-type{border-top:0}article p{margin:0 0 8px}article:last-child{padding-bottom:0}
pre{white-space:pre-wrap;font:inherit;margin:0}
code{font:15px/1.4 ui-monospace,monospace;background:var(--paper);padding:1px 4px;border-radius:2px}
input{font:inherit;min-height:44px;padding:8px;border:1px solid var(--soft);border-radius:4px;background:var(--sheet);color:var(--text);width:100%;max-width:320px}
@media (max-width:480px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}
`;

interface PageOptions {
  width?: 'narrow' | 'wide';
  /** Styles of this page alone. */
  style?: string;
}

export function renderPage(title: string, content: Html, { width, style = '' }: PageOptions = {}): string {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title} · FWS test services</title>
        <style>
          ${{ markup: STYLE + style }}
        </style>
      </head>
      <body>
        <header><a href="/">Sandbox</a><a href="/outbox">Outbox</a></header>
        <main class="${width ?? ''}">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  return document.markup;
}

/** A form with a single button. */
export function renderButton(
  label: string,
  action: string,
  fields: Record<string, string> = {},
  className = '',
): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form method="post" action="${action}">
    ${inputs}<button class="${className}">${label}</button>
  </form>`;
}
