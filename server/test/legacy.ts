import * as z from 'zod/mini';
import type { AnyCall, Call } from '@fws/contract/platform/call';
import { checkForm, type Decoded } from '@fws/contract/platform/check';
import { createLegacyFormat } from '../src/legacy/format.ts';
import { findFormats } from '../src/legacy/index.ts';
import type { AnyTranslation } from '../src/legacy/translation.ts';
import { describeFields, type CallFormat } from '../src/platform/http/format.ts';
import type { Fields } from '../src/platform/http/fields.ts';

// The format of clients of the specification, without a server.

const invented = new Map<AnyCall, CallFormat>();

/** Gives a call that a test made up its names in that format. */
export function translateInvented<C extends AnyCall>(call: C, translation: AnyTranslation): C {
  invented.set(call, createLegacyFormat(call, translation));
  return call;
}

const findLegacy = (call: AnyCall): CallFormat => invented.get(call) ?? findFormats(call).legacy;

/** Reads and checks a form of such a client. */
export async function decodeLegacyForm<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  body: Fields,
): Promise<Decoded<z.output<S>>> {
  const legacy = findLegacy(call);
  return checkForm(await call.form(), await legacy.readValues(body));
}

/**
 * What such a client gets, except for `status` and `message`. Fields that the format does not declare are an error.
 * `extra`: what a server loads in addition.
 */
export async function encodeLegacyReply<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  value: Out,
  extra?: unknown,
): Promise<unknown> {
  const legacy = findLegacy(call);
  const reply = legacy.encodeReply(value, 'en', extra);
  return z.parse(await legacy.loadReplySchema(), reply);
}

/** The name of every field of a call's form, by its clean name. */
export async function loadFieldNames(call: AnyCall): Promise<Map<string, string>> {
  const { fieldNames } = findLegacy(call);
  return new Map(
    (await describeFields(call)).map(({ name }) => [
      name,
      (fieldNames.get(name) ?? name).replace(/\[\]$/, ''),
    ]),
  );
}

/** The name of the part that holds a file of the call. */
export const getPartName = (call: AnyCall, fileName: string): string =>
  findLegacy(call).fieldNames.get(fileName) ?? fileName;

/** The values of such a client's form, unchecked, for a test that sends the same as the web app. */
export const readLegacyForm = <S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  body: Fields,
): Promise<Record<string, unknown>> => findLegacy(call).readValues(body);
