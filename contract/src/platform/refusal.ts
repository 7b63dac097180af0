import type { SharedMessageId } from './messages.ts';

/** Why a call was refused. Each kind is one HTTP status; the code is the message's id. */
export const REFUSAL_STATUS = {
  invalid: 422,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  /** It was public and is not at present. */
  gone: 410,
  /** The request names another user than the session's. */
  other_user: 412,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  unavailable: 503,
} as const;

export type RefusalKind = keyof typeof REFUSAL_STATUS;
export type MessageValues = Record<string, string | number>;

export interface FieldError {
  code: SharedMessageId;
  values?: MessageValues;
}

/**
 * `otp`: the same call with a code to the mobile number as `otp`. `password`: the same call with the password as
 * `password`, or with a code as for `otp`. `device`: such a code to `verify_mobile`, then the same
 * call. `totp`: the code of an authenticator app. `login`: what `login_challenge` returns.
 */
export type StepUp = 'otp' | 'password' | 'device' | 'totp' | 'login';

export interface Refusal {
  kind: RefusalKind;
  code: SharedMessageId;
  values?: MessageValues;
  /** By the form's clean field names; renamed for the wire at the edge. */
  fields?: Record<string, FieldError>;
  /** What the caller must prove again before the same call goes through. */
  stepUp?: StepUp;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export function refuse(
  kind: RefusalKind,
  code: SharedMessageId,
  details: Omit<Refusal, 'kind' | 'code'> = {},
): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { kind, code, ...details } };
}

/** A refusal about one field of a form. */
export function refuseField(
  field: string,
  code: SharedMessageId,
  values?: MessageValues,
): { ok: false; refusal: Refusal } {
  const error: FieldError = values ? { code, values } : { code };
  return refuse('invalid', code, { fields: { [field]: error }, ...(values ? { values } : {}) });
}
