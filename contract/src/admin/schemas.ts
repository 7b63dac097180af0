import * as z from 'zod/mini';
import { toLatinDigits } from '../platform/identifiers.ts';
import { ROLES } from '../platform/permissions.ts';
import { maybeText, pageFields } from '../platform/schemas.ts';

/** Six digits from the app, or a recovery code. */
const codeText = z
  .string()
  .check(
    z.trim(),
    z.overwrite(toLatinDigits),
    z.minLength(1, 'admin.code_required'),
    z.maxLength(20, 'admin.code_wrong'),
  );

export const factorBegin = z.object({ otp: maybeText(10) });
export const code = z.object({ code: codeText });
export const auditPage = z.object({ ...pageFields, subject: maybeText(40), subjectId: maybeText(40) });

/**
 * `lost`: the factor was set up, but no key of the server decrypts the app's secret any more. A recovery code is accepted,
 * and the app must be set up again before anything else.
 */
const FACTOR_STATES = ['none', 'set', 'lost'] as const;

/** A staff member who may enter the admin area. */
export const status = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  factor: z.enum(FACTOR_STATES),
  /** The second factor or a recovery code was given recently in this session. */
  entered: z.boolean(),
});
export type AdminStatus = z.output<typeof status>;
export type FactorState = AdminStatus['factor'];

/** What an authenticator app is set up with, by hand or by a QR code of `uri`. */
export const newFactor = z.object({ secret: z.string(), uri: z.string() });
export type NewFactor = z.output<typeof newFactor>;
export const recoveryCodes = z.array(z.string());

export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** Null: done on the command line. */
  adminId: z.nullable(z.number()),
  adminName: z.string(),
  act: z.string(),
  subject: z.string(),
  subjectId: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditAct = z.output<typeof auditEntry>;
