import * as z from 'zod/mini';
import { toLatinDigits } from '../../platform/identifiers.ts';
import { idText, maybeText, requiredText } from '../../platform/schemas.ts';

/** `otp`: the code to the mobile number, when one is required. */
export const stepUpOnly = z.object({ otp: maybeText(20) });
export const authenticatorCode = z.object({
  code: z
    .string()
    .check(z.trim(), z.overwrite(toLatinDigits), z.regex(/^\d{6}$/, 'identity.authenticator_code_invalid')),
});
export const newPasskey = z.object({
  name: requiredText('identity.passkey_name_required', 60),
  passkey: requiredText('identity.passkey_failed', 20_000),
});
export const passkeyToRemove = z.object({
  passkeyId: idText('identity.passkey_unknown'),
  otp: maybeText(20),
});

/** The second factors of the signed-in user. */
export const secondFactors = z.object({
  authenticator: z.nullable(z.object({ setAt: z.string() })),
  passkeys: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
  recoveryCodesLeft: z.number(),
});
export type SecondFactors = z.output<typeof secondFactors>;

/** What an authenticator app needs. */
export const newAuthenticator = z.object({
  secret: z.string(),
  /** For a QR code. */
  uri: z.string(),
});
export type NewAuthenticator = z.output<typeof newAuthenticator>;
export const recoveryCodes = z.array(z.string());
export const passkeyOptions = z.string();
