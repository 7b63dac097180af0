import * as z from 'zod/mini';
import { hasCleanNames, readCleanForm, readForm, type Form, type WireBody } from './form.ts';
import type { FieldError } from './refusal.ts';
import type { SharedMessageId } from './messages.ts';

export type FormErrors = Record<string, FieldError>;
export type Decoded<T> = { ok: true; value: T } | { ok: false; errors: FormErrors };

/** Wire names → clean values → checked command, or errors by clean field name. Unknown fields are dropped. */
export async function decodeForm<S extends z.ZodMiniType>(
  form: Form<S>,
  body: WireBody,
): Promise<Decoded<z.output<S>>> {
  const schema = await form.schema();
  return checkForm(schema, hasCleanNames(form) ? readCleanForm(schema, body) : readForm(form, body));
}

/** The same check for a screen that holds clean values. */
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
