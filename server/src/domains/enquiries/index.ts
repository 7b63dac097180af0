import type { Domain } from '../../platform/domain.ts';
import { readBody } from '../../platform/http/body.ts';
import { requestLocale } from '../../platform/http/calls.ts';
import { leaveAddress } from './service.ts';

const LANDING = {
  noted: '/?notified=1#notify',
  invalid: '/?notified=bad#notify',
  too_many: '/?notified=later#notify',
} as const;

export const enquiriesDomain: Domain = {
  name: 'enquiries',
  /** The landing page's plain form, so that it works without any script. */
  http(app, deps, { tmpDir }) {
    app.post('/notify-me', async (request, reply) => {
      const { fields } = await readBody(request, [], tmpDir);
      const from = { ip: request.ip, locale: requestLocale(request) };
      return reply.redirect(LANDING[await leaveAddress(deps, fields['email'], from)], 303);
    });
  },
};
