import { useState } from 'react';
import type * as z from 'zod/mini';
import type { FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form';
import type { Call } from '@fws/contract/platform/call';
import type { Decoded } from '@fws/contract/platform/check';
import type { LazySchema } from '@fws/contract/platform/schema-loader';
import { translate } from '../i18n/index.ts';
import { CallError } from './index.ts';
import { createIntent, type Intent } from './intent.ts';

/**
 * Checks a screen's values as the server would. The checker is loaded with the first check: a form can be shown and filled
 * in without it.
 */
export async function checkCall<S extends z.ZodMiniType>(
  call: { form: LazySchema<S> },
  values: unknown,
): Promise<Decoded<z.output<S>>> {
  const [{ checkForm }, schema] = await Promise.all([import('@fws/contract/platform/check'), call.form()]);
  return checkForm(schema, values);
}

/** Checks a screen's values with the contract's schema before anything is sent; messages in the user's language. */
export function contractResolver<S extends z.ZodMiniType<unknown, FieldValues>>(
  call: Pick<Call<S, never>, 'form'>,
): Resolver<z.input<S> & FieldValues> {
  return async (values) => {
    const checked = await checkCall(call, values);
    if (checked.ok) return { values: checked.value as never, errors: {} };
    const errors = Object.entries(checked.errors).map(([field, { code, values: messageValues }]) => [
      field,
      { type: 'contract', message: translate(code, messageValues) },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}

/** Shows a refusal at the fields it is about. Returns false if there are none: the caller then shows the message. */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
): boolean {
  if (!(error instanceof CallError)) return false;
  const fields = Object.entries(error.fields);
  for (const [field, message] of fields) setError(field as Path<T>, { type: 'server', message });
  return fields.length > 0;
}

/** One key per intent: see `createIntent`. */
export const useIdempotencyKey = (): Intent => useState(createIntent)[0];
