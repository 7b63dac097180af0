import { identityTranslations } from '../../legacy/identity.ts';
import type { Domain } from '../../platform/domain.ts';
import { createAuthenticator } from './sessions/authenticator.ts';
import { http } from './http.ts';
import { taskPriorities, tasks } from './tasks.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { SEALED_FOR } from './second-factors/service.ts';
import { TABLES } from './tables.ts';

export const identityDomain: Domain = {
  name: 'identity',
  imports: ['links'],
  translations: identityTranslations,
  limits: LIMITS,
  tables: TABLES,
  objects: {
    userId: 'user',
    passkeyId: 'passkey',
    'session_end.sessionId': 'session',
    // Contacts that the caller enters as their own.
    'send_otp_email.email': 'email',
    'send_otp_mobile.mobile': 'mobile',
    'update_email.email': 'email',
    'update_mobile.mobile': 'mobile',
    'verify_email.email': 'email',
    'verify_mobile.mobile': 'mobile',
    // The address of a new account.
    'user_register.email': null,
    'social_register.email': null,
    // Bearer secrets: whoever holds one may use it.
    idToken: null,
    'social_register.ticket': null,
  },
  routes,
  taskPriorities,
  tasks,
  crontab: ['41 3 * * * delete_expired_sign_ins', '17 2 * * * roll_security_log'],
  authenticator: createAuthenticator,
  sealedColumns: [{ table: 'authenticator', primaryKey: 'user_id', column: 'secret', use: SEALED_FOR }],
  http,
};
