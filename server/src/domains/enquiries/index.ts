import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import type { Domain } from '../../platform/domain.ts';
import { receiveBody } from '../../platform/http/body.ts';
import { addressKey } from '../../platform/http/client-address.ts';
import { requestLocale } from '../../platform/http/calls.ts';
import { escapedHtml, plainPage } from '../../platform/http/plain-page.ts';
import { translate } from '../../platform/messages.ts';
import { routes } from './routes.ts';
import { leaveAddress } from './service.ts';

/** The landing page has no script: each fragment shows a note that is hidden in the page. */
const LANDING = {
  noted: '/#notified',
  invalid: '/#notified-bad',
  too_many: '/#notified-later',
} as const;

export const enquiriesDomain: Domain = {
  name: 'enquiries',
  routes,
  /** Handles the plain form of the landing page, which works without a script. */
  http(app, deps, { tmpDir }) {
    app.post('/notify-me', async (request, reply) => {
      const { fields } = await receiveBody(request, [], tmpDir);
      const locale = requestLocale(request);
      const form = { email: fields['email'], proof: fields['proof'] };
      const left = await leaveAddress(deps, form, { addressKey: addressKey(request.ip), locale });
      if (left.kind !== 'ask') return reply.redirect(LANDING[left.kind], 303);
      return reply
        .headers({ 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(askPage(locale, left));
    });
  },
};

/** Shown when many addresses arrive at once: a person presses one more button, most bots do not. */
function askPage(locale: Locale, { email, proof }: { email: string; proof: string }): string {
  const say = (id: SharedMessageId) => escapedHtml(translate(locale, id));
  const field = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapedHtml(value)}">`;
  return plainPage(
    locale,
    `<h1>${say('business.notify_ask')}</h1>
<p>${say('business.notify_ask_why')} <b>${escapedHtml(email)}</b></p>
<form method="post" action="/notify-me">${field('email', email)}${field('proof', proof)}
<button type="submit">${say('business.notify_yes')}</button></form>`,
  );
}
