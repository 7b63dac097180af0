const TEXTS = {
  en: {
    lang: 'en-IN',
    title: 'You are offline',
    text: 'This page needs the internet, and it was not opened on this device before.',
    retry: 'Try again',
    home: 'Go to the first page',
  },
  hi: {
    lang: 'hi',
    title: 'आप ऑफ़लाइन हैं',
    text: 'इस पेज के लिए इंटरनेट चाहिए, और यह इस डिवाइस पर पहले नहीं खोला गया था।',
    retry: 'फिर कोशिश करें',
    home: 'पहले पेज पर जाएँ',
  },
};

const STYLE = `body{margin:0;background:#f3f4f9;color:#1d2139;font:16px/1.5 system-ui,sans-serif}
header{background:#141943;padding:16px}header svg{display:block}main{max-width:560px;margin:0 auto;padding:32px 16px}
h1{font-size:24px;line-height:1.3;margin:0 0 8px;color:#141943}p{margin:0 0 24px}
a{display:inline-flex;align-items:center;min-height:48px;padding:0 20px;margin:0 12px 12px 0;border:1px solid #5b6080;border-radius:4px;color:#141943;text-decoration:none;font-weight:600}
a.main{background:#28307c;border-color:#28307c;color:#fff}a:focus-visible{outline:3px solid #fdad0d;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#0b0f20;color:#dfe2f2}h1{color:#fff}a{color:#dfe2f2;border-color:#8a90b4}header{background:#0f1427}}`;

/** Hindi if the device prefers it to English. */
export function getDeviceLanguage(): 'en' | 'hi' {
  const known = navigator.languages
    .map((tag) => tag.split('-')[0])
    .find((tag) => tag === 'en' || tag === 'hi');
  return known === 'hi' ? 'hi' : 'en';
}

/** For an address that only the server can answer, or a public page that was not seen. "Try again" reloads it. */
export function buildOfflinePage(): Response {
  const { lang, title, text, retry, home } = TEXTS[getDeviceLanguage()];
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · FWS</title><style>${STYLE}</style></head>
<body><header><svg width="21" height="25" viewBox="0 0 20 24" role="img" aria-label="FWS"><path fill="#fff" d="M1 23.5V10a9 9 0 0118 0v13.5z"/><path fill="#fdad0d" d="M1 11v-1a9 9 0 0118 0v1z"/><path fill="none" stroke="#141943" stroke-width="2" d="M6 16h8M6 19.5h5"/></svg></header>
<main><h1>${title}</h1><p>${text}</p><a class="main" href="">${retry}</a><a href="/">${home}</a></main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'",
    },
  });
}
