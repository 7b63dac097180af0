import type { Deps } from '../../../platform/deps.ts';
import type { Authenticator } from '../../../platform/caller.ts';
import { SessionRows, findCaller, findSessionCaller } from './store.ts';
import { confirmByOtp, findCodeWait } from '../verification/service.ts';

export function createAuthenticator(deps: Deps): Authenticator {
  const sessionLife = { idleMs: deps.config.sessionMs, maxMs: deps.config.sessionMaxMs };
  const rows = new SessionRows(deps.db, deps.ports.clock);
  return {
    authenticate: (token, query) =>
      findCaller(deps.db, rows, { token, query }, deps.ports.clock.now(), sessionLife),
    findSession: (sessionId) => findSessionCaller(deps.db, sessionId, deps.ports.clock.now(), sessionLife),
    confirm: (caller, otp) => confirmByOtp(deps, caller, otp),
    findCodeWait: ({ userId }) => findCodeWait(deps, userId),
  };
}
