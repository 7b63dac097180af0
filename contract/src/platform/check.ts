import * as z from 'zod/mini';
import type { FieldError } from './refusal.ts';
import type { SharedMessageId } from './messages.ts';

export type FormErrors = Record<string, FieldError>;
export type Decoded<T> = { ok: true; value: T } | { ok: false; errors: FormErrors };

/** Checks values as a screen holds them. Errors are by field; unknown fields are dropped. */
export function checkForm<S extends z.ZodMiniType>(schema: S, values: unknown): Decoded<z.output<S>> {
  const result = z.safeParse(schema, values);
  if (result.success) return { ok: true, value: result.data };
  const errors: FormErrors = {};
  for (const issue of result.error.issues) {
    const key = String(issue.path[0] ?? 'form');
    errors[key] ??= {
      code: issue.message as SharedMessageId,
      ...('maximum' in issue ? { values: { maximum: Number(issue.maximum) } } : {}),
    };
  }
  return { ok: false, errors };
}
