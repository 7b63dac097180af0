import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { messagesTo } from '../messages.ts';
import type { Message } from '../state.ts';
import { html, type Html } from './html.ts';
import { page } from './layout.ts';
import { showTime } from './time.ts';

interface Recipient {
  Querystring: { to?: string };
}

/** Every text message and mail that FWS sent, for people and for tests. */
export function outboxPages(app: FastifyInstance, context: Context): void {
  const { state } = context;

  app.get<Recipient>('/outbox.json', async (request) => messagesTo(state.messages, request.query.to));

  app.get<Recipient>('/outbox', async (request, reply) => {
    const to = request.query.to?.trim() ?? '';
    const messages = messagesTo(state.messages, to === '' ? undefined : to);
    const content = html`
      <form method="get" class="row">
        <label for="to">Mobile number or e-mail</label>
        <input id="to" name="to" value="${to}" autocomplete="off" />
        <button>Show</button>
      </form>
      <p class="soft">Newest first. For programs: <code>/outbox.json?to=…</code></p>
      <section>${messages.length === 0 ? html`<p>No messages yet.</p>` : messages.map(showMessage)}</section>
    `;
    return reply.type('text/html; charset=utf-8').send(page('Outbox', content));
  });
}

function showMessage(message: Message): Html {
  return html`<article>
    <p class="soft">
      ${message.channel === 'sms' ? 'SMS' : 'E-mail'} to ${message.to} · ${showTime(message.at)}
    </p>
    ${message.subject !== null && html`<h2>${message.subject}</h2>`}
    ${message.otp !== null && html`<p>Code <strong class="total">${message.otp}</strong></p>`}
    <pre>${message.text}</pre>
  </article>`;
}
