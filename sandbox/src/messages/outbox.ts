import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { listMessagesTo } from './messages.ts';
import type { Message } from '../state.ts';
import { html, type Html } from '../pages/html.ts';
import { renderPage } from '../pages/layout.ts';
import { formatTime } from '../pages/time.ts';

interface Recipient {
  Querystring: { to?: string };
}

/** Every text message and mail that FWS sent, for people and for tests. */
export function addOutboxPages(app: FastifyInstance, context: Context): void {
  const { state } = context;

  app.get<Recipient>('/outbox.json', async (request) => listMessagesTo(state.messages, request.query.to));

  app.get<Recipient>('/outbox', async (request, reply) => {
    const to = request.query.to?.trim() ?? '';
    const messages = listMessagesTo(state.messages, to === '' ? undefined : to);
    const content = html`
      <form method="get" class="row">
        <label for="to">Mobile number or e-mail</label>
        <input id="to" name="to" value="${to}" autocomplete="off" />
        <button>Show</button>
      </form>
      <p class="soft">Newest first. For programs: <code>/outbox.json?to=…</code></p>
      <section>
        ${messages.length === 0 ? html`<p>No messages yet.</p>` : messages.map(renderMessage)}
      </section>
    `;
    // A message may still be on its way to who opens this page right after asking for a code.
    if (messages.length === 0) void reply.header('refresh', '2');
    return reply.type('text/html; charset=utf-8').send(renderPage('Outbox', content));
  });
}

function renderMessage(message: Message): Html {
  return html`<article>
    <p class="soft">
      ${message.channel === 'sms' ? 'SMS' : 'E-mail'} to ${message.to} · ${formatTime(message.at)}
    </p>
    ${message.subject !== null && html`<h2>${message.subject}</h2>`}
    ${message.otp !== null && html`<p>Code <strong class="total">${message.otp}</strong></p>`}
    <pre>${message.text}</pre>
  </article>`;
}
