import * as z from 'zod/mini';
import type { FieldError, MessageValues } from './refusal.ts';
import type { SharedMessageId } from './messages.ts';

export type FormErrors = Record<string, FieldError>;
export type Decoded<T> = { ok: true; value: T } | { ok: false; errors: FormErrors };

/** The values of the message: the limit of a length, or those that a check of our own gives. */
function readValues(issue: z.core.$ZodIssue): { values?: MessageValues } {
  if ('maximum' in issue) return { values: { maximum: Number(issue.maximum) } };
  const values: unknown = issue.code === 'custom' ? issue.params?.['values'] : undefined;
  return values ? { values: values as MessageValues } : {};
}

/** Checks values as a screen holds them. Errors are by field; unknown fields are dropped. */
export function checkForm<S extends z.ZodMiniType>(schema: S, values: unknown): Decoded<z.output<S>> {
  const result = z.safeParse(schema, values);
  if (result.success) return { ok: true, value: result.data };
  const errors: FormErrors = {};
  for (const issue of result.error.issues) {
    const key = String(issue.path[0] ?? 'form');
    errors[key] ??= { code: issue.message as SharedMessageId, ...readValues(issue) };
  }
  return { ok: false, errors };
}
