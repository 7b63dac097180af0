import type { Domain } from '../../platform/domain.ts';
import { readBody } from '../../platform/http/body.ts';
import { requestLocale } from '../../platform/http/calls.ts';
import { routes } from './routes.ts';
import { leaveAddress } from './service.ts';

/** The landing page has no script: each of these shows a note that it carries hidden. */
const LANDING = {
  noted: '/#notified',
  invalid: '/#notified-bad',
  too_many: '/#notified-later',
} as const;

export const enquiriesDomain: Domain = {
  name: 'enquiries',
  routes,
  /** The landing page's plain form, so that it works without any script. */
  http(app, deps, { tmpDir }) {
    app.post('/notify-me', async (request, reply) => {
      const { fields } = await readBody(request, [], tmpDir);
      const from = { ip: request.ip, locale: requestLocale(request) };
      return reply.redirect(LANDING[await leaveAddress(deps, fields['email'], from)], 303);
    });
  },
};
