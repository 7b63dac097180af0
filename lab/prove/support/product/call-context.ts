import { done } from '@fws/contract/platform/refusal';
import type { AdminCaller } from '../../../../server/src/platform/caller.ts';
import type { Context } from '../../../../server/src/platform/http/route.ts';
import type { IdempotencyClaim } from '../../../../server/src/platform/idempotency.ts';

/** What a handler receives beside its command when this user calls. Nothing of a client is kept. */
export const buildContext = (
  userId: number,
  idempotency: IdempotencyClaim | null,
  now: Date,
): Context & { caller: Omit<AdminCaller, 'role'> } => ({
  locale: 'en',
  addressKey: '127.0.0.1',
  ip: '127.0.0.1',
  userAgent: '',
  web: false,
  files: {},
  lists: {},
  token: null,
  readFrom: (deps) => deps,
  idempotency,
  confirm: async () => done(null),
  findCodeWait: async () => 0,
  session: { start: () => {}, end: () => {} },
  impersonation: { start: () => {}, end: () => {} },
  ticket: { read: () => null, drop: () => {} },
  device: { read: () => null, keep: () => {} },
  browser: { read: () => null, keep: () => {} },
  login: { read: () => null, keep: () => {}, drop: () => {} },
  caller: {
    userId,
    sessionId: 0,
    mobileVerified: true,
    scope: 'full',
    confirmedAt: now,
    provenAt: now,
    // Calls of admins need a recent code.
    codeGivenAt: now,
  },
});
