import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { getRequestLocale } from '../../platform/http/caller.ts';
import type { CallSettings } from '../../platform/http/calls.ts';
import { getCookieName, LANGUAGE_COOKIE } from '../../platform/http/cookies.ts';
import { escapeHtml } from '../../platform/html.ts';
import { buildPlainPage } from '../../platform/http/plain-page.ts';
import { mountWebhook } from '../../platform/http/webhook.ts';
import { translate } from '../../platform/messages.ts';
import type { AnyWebhook } from '../../platform/webhooks.ts';
import type { WebhookReading } from '../../ports/payment-gateway.ts';
import { NOTIFICATIONS_PATH } from './deliveries/content.ts';
import { applyBounce, applySmsReport, applyWhatsAppReport } from './reports/service.ts';
import { findLink, loadRecipients } from './deliveries/store.ts';
import { unsubscribe } from './settings/service.ts';
import { parseUnsubscribeToken, type Subscription } from './unsubscribing/service.ts';

export function http(app: FastifyInstance, deps: Deps, { secure }: CallSettings): void {
  for (const webhook of buildWebhooks(deps)) mountWebhook(app, deps, webhook);
  const { whatsApp } = deps.ports;
  if (whatsApp)
    app.get('/webhooks/whatsapp', async (request, reply) => {
      const answer = whatsApp.answerChallenge(request.query as Record<string, string | undefined>);
      return answer === null
        ? reply.code(403).send({ status: 403 })
        : reply.type('text/plain; charset=utf-8').send(answer);
    });
  mountShortLinks(app, deps, secure);
  mountUnsubscribing(app, deps);
}

/**
 * Reports of vendors about messages. They are not stored: they contain contacts and texts, and applying one again changes
 * nothing.
 */
function buildWebhooks({ ports }: Deps): AnyWebhook[] {
  const { sms, whatsApp, mail, clock } = ports;
  const buildWebhook = <Event>(
    path: string,
    provider: string,
    read: (
      headers: Record<string, string | undefined>,
      rawBody: Buffer,
    ) => WebhookReading<Event> | Promise<WebhookReading<Event>>,
    apply: (db: Db, event: Event, now: Date) => Promise<void>,
  ): AnyWebhook => ({
    path,
    provider,
    async receive(db, headers, rawBody) {
      const reading = await read(headers, rawBody);
      if (reading.verdict !== 'valid') return reading;
      const { event } = reading;
      if (event !== null) await apply(db, event, clock.now());
      return { verdict: 'valid' };
    },
  });
  return [
    buildWebhook(
      `/webhooks/sms/${sms.provider}`,
      sms.provider,
      (headers, rawBody) => sms.readWebhook(headers, rawBody),
      applySmsReport,
    ),
    ...(whatsApp
      ? [
          buildWebhook(
            '/webhooks/whatsapp',
            whatsApp.provider,
            (headers, rawBody) => whatsApp.readWebhook(headers, rawBody),
            applyWhatsAppReport,
          ),
        ]
      : []),
    buildWebhook(
      '/webhooks/mail',
      'smtp',
      (headers, rawBody) => mail.readBounce(headers, rawBody),
      applyBounce,
    ),
  ];
}

/** Links in messages. Opening one does nothing but show the screen: programs that check messages open links too. */
function mountShortLinks(app: FastifyInstance, { db }: Deps, secure: boolean): void {
  app.get('/s/:code', async (request, reply) => {
    const { code } = request.params as { code: string };
    const link = code.length <= 20 ? await findLink(db, code) : null;
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    // A device that has not chosen a language shows the recipient's.
    const languageCookie = getCookieName(secure, LANGUAGE_COOKIE);
    if (link && request.cookies[languageCookie] === undefined)
      void reply.setCookie(languageCookie, link.locale, {
        path: '/',
        sameSite: 'lax',
        secure,
        maxAge: 31536000,
      });
    return reply.redirect(link?.path ?? NOTIFICATIONS_PATH, 302);
  });
}

/** GET asks, because programs that check mails open every link. POST, also a mail program's own (RFC 8058), ends them. */
function mountUnsubscribing(app: FastifyInstance, deps: Deps): void {
  app.get('/unsubscribe/:token', async (request, reply) => {
    const reader = await findReader(deps, request);
    if (!reader) return sendUnknown(request, reply);
    const { locale, subscription } = reader;
    const group = translate(locale, `deliveries.group_${subscription.group}`);
    return sendPage(reply, locale, {
      title: translate(locale, 'deliveries.unsubscribe_title'),
      text: translate(locale, 'deliveries.unsubscribe_text', { group }),
      button: translate(locale, 'deliveries.unsubscribe_button'),
    });
  });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Nothing in the body counts: the address says it all.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, next) =>
      next(null, undefined),
    );
    scope.post('/unsubscribe/:token', async (request, reply) => {
      const reader = await findReader(deps, request);
      if (!reader) return sendUnknown(request, reply);
      await unsubscribe(deps, reader.subscription);
      return sendPage(reply, reader.locale, {
        title: translate(reader.locale, 'deliveries.unsubscribed_title'),
        text: translate(reader.locale, 'deliveries.unsubscribed_text'),
      });
    });
  });
}

/** Whom a link in a mail belongs to, with their language. */
async function findReader(
  { db, keyring }: Deps,
  request: FastifyRequest,
): Promise<{ locale: Locale; subscription: Subscription } | null> {
  const { token } = request.params as { token: string };
  const subscription = parseUnsubscribeToken(keyring, token);
  const recipient =
    subscription && (await loadRecipients(db, [subscription.userId])).get(subscription.userId);
  return subscription && recipient ? { locale: recipient.locale, subscription } : null;
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const locale = getRequestLocale(request);
  return sendPage(reply.code(404), locale, { title: translate(locale, 'deliveries.unsubscribe_unknown') });
}

function sendPage(
  reply: FastifyReply,
  locale: Locale,
  { title, text, button }: { title: string; text?: string; button?: string },
): FastifyReply {
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...(text === undefined ? [] : [`<p>${escapeHtml(text)}</p>`]),
    ...(button === undefined ? [] : [`<form method="post"><button>${escapeHtml(button)}</button></form>`]),
  ];
  return reply
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(buildPlainPage(locale, body.join('\n')));
}
