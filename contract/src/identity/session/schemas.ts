import * as z from 'zod/mini';
import { idText, maybeText } from '../../platform/schemas.ts';

/** The password as it is typed, spaces and all; empty when it is omitted. */
const maybePassword = z.pipe(
  z.optional(z.string().check(z.maxLength(200, 'common.too_long'))),
  z.transform((text: string | undefined) => text ?? ''),
);
/** One of them, unless a code, passkey or authenticator app proved the device within STEP_UP_MS. */
const authentication = { password: maybePassword, otp: maybeText(20) };
export const sessionToEnd = z.object({ sessionId: idText('identity.session_required'), ...authentication });
export const sessionsToEnd = z.object(authentication);
