import type { Deps } from '../../platform/domain.ts';
import type { Authenticator } from '../../platform/http/auth.ts';
import { serverSecret } from '../../platform/secret.ts';
import { findCaller } from './sessions.ts';
import { confirmByOtp } from './verification.ts';

export function authenticator(deps: Deps): Authenticator {
  const secret = serverSecret(deps.config);
  return {
    authenticate: (token) => findCaller(deps.db, token, deps.ports.clock.now(), deps.config.sessionMs),
    confirm: (caller, otp) => confirmByOtp(deps, secret, caller, otp),
  };
}
