import { buildFontFaces } from '../pages/fonts.ts';
import { html, type Html } from '../pages/html.ts';
import { formatClock, formatDay, formatShort } from '../pages/time.ts';
import type { Message } from '../state.ts';
import { splitLinks } from './links.ts';

/** Styles of the outbox. A phone keeps its own colours in the dark; only the page around it changes. */
export const PHONE_STYLE = `${buildFontFaces('Sandbox Hindi')}
.phone{font-family:"Sandbox Hindi",system-ui,"Noto Sans",sans-serif}
.messages{display:grid;gap:24px 16px;grid-template-columns:repeat(auto-fill,minmax(min(100%,288px),1fr));background:none;border:0;padding:0}
.messages article{border:0;padding:0;min-width:0;display:flex;flex-direction:column;gap:8px}.messages article.mail{grid-column:1/-1}
.messages h2{font-size:17px;margin:0}.messages article>p{margin:0}
.phone{color-scheme:light;border:2px solid #1f2660;border-radius:20px;overflow:hidden;background:#fff;color:#1b1b1f;font-size:16px;line-height:1.4;display:flex;flex-direction:column;flex:1;min-height:288px}
.phone p{margin:0}.phone .to{font-size:14px}
.lock{background:linear-gradient(#1f2660,#0a0e28);padding:12px;color:#fff}
.lock .clock{font-size:44px;line-height:1.1;font-weight:500;text-align:center;margin-top:12px;font-variant-numeric:tabular-nums}.lock .day{text-align:center;color:#d5dbf7;margin-bottom:16px}
.card{background:#fff;color:#161925;border-radius:14px;padding:12px 14px}.card .app{display:flex;align-items:center;gap:8px;font-size:14px;color:#525667;margin-bottom:4px}.card .app span:last-child{margin-left:auto}
.card .title{display:block;font-weight:650;color:#14182f}.card .tap{display:block;min-height:44px;color:inherit;text-decoration:none}
.acts{display:flex;flex-wrap:wrap;gap:0 20px}.acts a,.acts span{min-height:44px;display:inline-flex;align-items:center;font-weight:650;color:#2d3681;text-decoration:none}
.icon{flex:none;width:20px;height:20px;border-radius:5px;background:#14182f;display:grid;place-items:center}.icon svg{width:10px;height:12px}
.wa{background:#ece5dc}.wa .head{display:flex;gap:10px;align-items:center;padding:10px 14px;background:#0b5c4b;color:#fff}.wa .head .icon{width:36px;height:36px;border-radius:50%}.wa .head .icon svg{width:16px;height:19px}.wa .head b,.wa .head small{display:block;line-height:1.3}.wa .head small{font-size:14px}
.bubble{background:#fff;color:#17201d;border-radius:8px;margin:14px 12px;overflow:hidden}.bubble .text{padding:10px 12px 6px;white-space:pre-line}.bubble time{display:block;text-align:right;font-size:14px;color:#5b6763;padding:0 12px 6px}
.bubble .act,.bubble button{border:0;border-top:1px solid #e3e3e3;border-radius:0;color:#0b6b8f;background:#fff;min-height:44px;width:100%;display:flex;align-items:center;justify-content:center;gap:8px;font-weight:650;text-decoration:none;padding:8px 12px;text-align:center}
.sms .head{padding:14px 16px;border-bottom:1px solid #e2e2e6}.sms .head small{display:block;color:#5a5d69;font-size:14px}.sms .day{text-align:center;font-size:14px;color:#5a5d69;margin:14px 0 10px}
.sms .said{background:#eef0f5;border-radius:12px;padding:10px 13px;margin:0 14px 14px;white-space:pre-line;align-self:start;max-width:90%}.sms a,.plain a{color:#2d3681;display:inline-block;padding:4px 0}
.inbox{display:grid;grid-template:auto 1fr/1fr;flex:1}.inbox .head{grid-column:1/-1;padding:14px 16px;border-bottom:1px solid #e2e2e6}.inbox .head .subject{color:#14182f;font-size:20px;font-weight:650;line-height:1.3}.inbox .head p{color:#525667;font-size:15px}
.inbox iframe{border:0;width:100%;height:400px;background:#fff}.plain{padding:16px;white-space:pre-line}.inbox.both .plain{border-top:1px solid #e2e2e6}
@media (min-width:900px){.inbox.both{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.inbox iframe{height:480px}.inbox.both .plain{border-top:0;border-left:1px solid #e2e2e6}}
.facts{display:flex;flex-wrap:wrap;gap:2px 12px;color:var(--soft);font-size:15px;margin:0}
.otp{font-size:26px;font-weight:650;line-height:1.2}
details summary{padding:10px 0;color:var(--ink);font-weight:600;cursor:pointer}
`;

const LOGO: Html = {
  markup: `<span class="icon" aria-hidden="true"><svg viewBox="0 0 20 24"><path fill="#fff" d="M1 23.5V10a9 9 0 0118 0v13.5z"/><path fill="#ffb014" d="M1 11v-1a9 9 0 0118 0v1z"/><path stroke="#14182f" stroke-width="2" d="M6 16h8M6 19.5h5"/></svg></span>`,
};

/** The message as its recipient sees it. */
export function renderOnPhone(message: Message, fwsUrl: string): Html {
  switch (message.channel) {
    case 'push':
      return renderPush(message);
    case 'whatsapp':
      return renderWhatsApp(message, fwsUrl);
    case 'sms':
      return renderSms(message, fwsUrl);
    case 'email':
      return renderMail(message, fwsUrl);
  }
}

/** Opens beside the outbox, as a tap leaves the messages open behind it. */
const renderLink = (text: string, link: string, className = ''): Html =>
  html`<a class="${className}" href="${link}" target="_blank" rel="noopener">${text}</a>`;

const renderText = (text: string, fwsUrl: string): Html[] =>
  splitLinks(text, fwsUrl).map((part) =>
    part.link === null ? html`${part.text}` : renderLink(part.text, part.link),
  );

const renderNotice = (title: string | null, text: string): Html =>
  html`<b class="title">${title ?? 'FWS'}</b>${text}`;

function renderPush({ at, locale, title, text, link, actions }: Message): Html {
  return html`<div class="phone lock">
    <p class="clock">${formatClock(at)}</p>
    <p class="day">${formatDay(at)}</p>
    <div class="card">
      <p class="app">${LOGO}<span>FWS</span><span>now</span></p>
      <div lang="${locale}">
        ${
          link === null
            ? renderNotice(title, text)
            : html`<a class="tap" href="${link}" target="_blank" rel="noopener"
                >${renderNotice(title, text)}</a
              >`
        }
        <p class="acts">
          ${actions.map((action) =>
            action.link === null ? html`<span>${action.title}</span>` : renderLink(action.title, action.link),
          )}
        </p>
      </div>
    </div>
  </div>`;
}

function renderWhatsApp(message: Message, fwsUrl: string): Html {
  const { at, id, locale, text, actions } = message;
  return html`<div class="phone wa">
    <div class="head">
      ${LOGO}
      <p><b>FWS</b><small>Business account</small></p>
    </div>
    <div class="bubble" lang="${locale}">
      <p class="text">${renderText(text, fwsUrl)}</p>
      <time datetime="${at}">${formatShort(at)}</time>
      ${actions.map(({ title, link }) =>
        link === null
          ? html`<form method="post" action="/control/messages/${id}">
              <input type="hidden" name="state" value="stop" /><button>${title}</button>
            </form>`
          : renderLink(title, link, 'act'),
      )}
    </div>
  </div>`;
}

function renderSms({ at, from, locale, text }: Message, fwsUrl: string): Html {
  return html`<div class="phone sms">
    <p class="head"><b>${from}</b><small>No reply</small></p>
    <p class="day">${formatShort(at)}</p>
    <p class="said" lang="${locale}">${renderText(text, fwsUrl)}</p>
  </div>`;
}

/** Scripts and forms of a mail do nothing here, and its links open beside the outbox. */
const MAIL_FRAME = 'allow-popups allow-popups-to-escape-sandbox';

const MAIL_HEAD = `<base target="_blank"><style>${buildFontFaces('Arial', 'Helvetica', 'Roboto', 'Noto Sans')}</style>`;

function renderMail(message: Message, fwsUrl: string): Html {
  const { at, from, html: body, locale, subject, text, to } = message;
  return html`<div class="phone">
    <div class="inbox ${body === null ? '' : 'both'}">
      <div class="head">
        <p class="subject" lang="${locale}">${subject ?? '(no subject)'}</p>
        <p>FWS, ${from}</p>
        <p>to ${to}, ${formatShort(at)}</p>
      </div>
      ${
        body !== null &&
        html`<iframe
          title="The mail to ${to} as HTML: ${subject ?? ''}"
          sandbox="${MAIL_FRAME}"
          srcdoc="${MAIL_HEAD + body}"
        ></iframe>`
      }
      <p class="plain" lang="${locale}">${renderText(text, fwsUrl)}</p>
    </div>
  </div>`;
}
