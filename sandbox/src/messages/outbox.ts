import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addFonts } from '../pages/fonts.ts';
import { html, type Html } from '../pages/html.ts';
import { renderButton, renderPage } from '../pages/layout.ts';
import { MANNERS, type Manner, type Message } from '../state.ts';
import { findManner, listMessagesTo } from './messages.ts';
import { PHONE_STYLE, renderOnPhone } from './phone.ts';

interface Recipient {
  Querystring: { to?: string };
}

/** A page with more is slow to show; programs get all of them. */
const SHOWN_MAX = 60;

/** Every message that FWS sent, for people and for tests. */
export function addOutboxPages(app: FastifyInstance, context: Context): void {
  const { state, settings } = context;
  addFonts(app);

  app.get<Recipient>('/outbox.json', async (request) => listMessagesTo(state.messages, request.query.to));

  app.get<Recipient>('/outbox', async (request, reply) => {
    const to = request.query.to?.trim() ?? '';
    const messages = listMessagesTo(state.messages, to === '' ? undefined : to);
    const shown = messages.slice(0, SHOWN_MAX);
    const content = html`
      <form method="get" class="row">
        <label for="to">Mobile number, e-mail or push label</label>
        <input id="to" name="to" value="${to}" autocomplete="off" />
        <button>Show</button>
      </form>
      <p class="soft">
        Newest first${messages.length > shown.length && html`, ${shown.length} of ${messages.length}`}. For
        programs: <code>/outbox.json?to=…</code>
      </p>
      ${to !== '' && renderManners(to, findManner(context, to))}
      ${
        shown.length === 0
          ? html`<section><p>No messages yet.</p></section>`
          : html`<section class="messages">
              ${shown.map((message) => renderMessage(message, settings.fwsUrl))}
            </section>`
      }
    `;
    // A message may still be on its way to who opens this page right after asking for a code.
    if (messages.length === 0) void reply.header('refresh', '2');
    const page = renderPage('Outbox', content, { width: 'wide', style: PHONE_STYLE });
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

const MANNER_TEXTS: Record<Manner | 'usual', string> = {
  usual: 'arrive',
  refused: 'are refused by the vendor',
  undelivered: 'are accepted, then reported as failed',
  late: 'arrive, and are reported late',
  twice: 'arrive, and are reported twice',
  silent: 'are accepted, and nothing is reported',
};

const renderManners = (to: string, manner: Manner | 'usual' = 'usual'): Html =>
  html`<details>
    <summary>Messages to ${to} ${MANNER_TEXTS[manner]}</summary>
    <div class="row">
      ${(['usual', ...MANNERS] as const).map((choice) =>
        renderButton(`They ${MANNER_TEXTS[choice]}`, '/control/recipients', { to, manner: choice }),
      )}
    </div>
  </details>`;

const CHANNELS: Record<Message['channel'], string> = {
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  push: 'Push',
  email: 'E-mail',
};

function renderMessage(message: Message, fwsUrl: string): Html {
  const { channel, to, otp, state, template, reference } = message;
  const facts = [state, template, reference].filter((fact) => fact !== null);
  return html`<article class="${channel === 'email' && message.html !== null ? 'mail' : ''}">
    <h2>${CHANNELS[channel]} to ${to}</h2>
    ${otp !== null && html`<p>Code <strong class="otp">${otp}</strong></p>`} ${renderOnPhone(message, fwsUrl)}
    <p class="facts">${facts.map((fact) => html`<span>${fact}</span>`)}</p>
    ${(channel === 'sms' || channel === 'whatsapp') && renderReports(message)}
  </article>`;
}

const renderReports = ({ id, channel }: Message): Html =>
  html`<details>
    <summary>Report a state</summary>
    <div class="row">
      ${(channel === 'whatsapp' ? ['delivered', 'read', 'failed'] : ['delivered', 'failed']).map((state) =>
        renderButton(state, `/control/messages/${id}`, { state }, state === 'failed' ? 'stop' : ''),
      )}
    </div>
  </details>`;
