import type { FastifyInstance } from 'fastify';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import type { Deps } from '../../platform/deps.ts';
import { receiveBody } from '../../platform/http/body.ts';
import { getRequestLocale } from '../../platform/http/caller.ts';
import type { CallSettings } from '../../platform/http/calls.ts';
import { toAddressKey } from '../../platform/http/client-address.ts';
import { escapeHtml } from '../../platform/html.ts';
import { buildPlainPage } from '../../platform/http/plain-page.ts';
import { translate } from '../../platform/messages.ts';
import { saveNotifyMeAddress } from './service.ts';

/** The landing page has no script: each fragment shows a note that is hidden in the page. */
const LANDING = {
  noted: '/#notified',
  invalid: '/#notified-bad',
  too_many: '/#notified-later',
} as const;

/** Handles the plain form of the landing page, which works without a script. */
export function http(app: FastifyInstance, deps: Deps, { tmpDir }: CallSettings): void {
  app.post('/notify-me', async (request, reply) => {
    const { fields } = await receiveBody(
      request,
      { findFile: () => undefined },
      { tmpDir, openPlace: () => Promise.resolve(null) },
    );
    const locale = getRequestLocale(request);
    const form = { email: fields['email'], proof: fields['proof'] };
    const result = await saveNotifyMeAddress(deps, form, { addressKey: toAddressKey(request.ip), locale });
    if (result.kind !== 'ask') return reply.redirect(LANDING[result.kind], 303);
    return reply
      .headers({ 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(renderConfirmPage(locale, result));
  });
}

/** Shown when many addresses arrive at once: a person presses one more button, most bots do not. */
function renderConfirmPage(locale: Locale, { email, proof }: { email: string; proof: string }): string {
  const translateHtml = (id: SharedMessageId) => escapeHtml(translate(locale, id));
  const renderHiddenField = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  return buildPlainPage(
    locale,
    `<h1>${translateHtml('business.notify_ask')}</h1>
<p>${translateHtml('business.notify_ask_why')} <b>${escapeHtml(email)}</b></p>
<form method="post" action="/notify-me">${renderHiddenField('email', email)}${renderHiddenField('proof', proof)}
<button type="submit">${translateHtml('business.notify_yes')}</button></form>`,
  );
}
