import type { Locale } from '@fws/contract/platform/messages';

// For the few pages outside the app: they are shown briefly and need no script, style sheet or font.

/** `body` is HTML. */
export const buildPlainPage = (locale: Locale, body: string): string => `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>FWS</title>
<style>
:root{color-scheme:light dark}
body{font:1.125rem/1.5 system-ui,sans-serif;margin:0}
main{max-width:32rem;margin:20vh auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.25}
button{min-height:48px;padding:0 1.25rem;font:inherit;font-weight:600}
</style></head>
<body><main>${body}</main></body></html>`;
