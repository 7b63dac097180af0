import * as z from 'zod/mini';
import type { AnyCall, Call } from '@fws/contract/platform/call';
import { checkForm, type Decoded } from '@fws/contract/platform/check';
import type { WireBody } from '@fws/contract/platform/form';
import { findFormats } from '../src/legacy/index.ts';

// The format of clients of the specification, without a server.

/** Reads and checks a form of such a client. */
export async function decodeLegacyForm<S extends z.ZodMiniType, Out, W>(
  call: Call<S, Out, W>,
  body: WireBody,
): Promise<Decoded<z.output<S>>> {
  const { legacy } = findFormats(call as unknown as AnyCall);
  return checkForm(await call.form.schema(), await legacy.readValues(body));
}

/** What such a client gets, except for `status` and `message`. Fields that the format does not declare are an error. */
export async function encodeLegacyReply<S extends z.ZodMiniType, Out, W>(
  call: Call<S, Out, W>,
  value: Out,
): Promise<unknown> {
  const { legacy } = findFormats(call as unknown as AnyCall);
  const reply = legacy.encodeReply(value);
  return z.parse(await legacy.loadReplySchema(), reply);
}

/** The name of every field of a call's form, by its clean name. */
export async function loadFieldNames(call: AnyCall): Promise<Map<string, string>> {
  const { fieldNames } = findFormats(call).legacy;
  const { properties = {} } = z.toJSONSchema(await call.form.schema(), {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: object };
  return new Map(
    Object.keys(properties).map((name) => [name, (fieldNames.get(name) ?? name).replace(/\[\]$/, '')]),
  );
}

/** The name of the part that holds a file of the call. */
export const getPartName = (call: AnyCall, fileName: string): string =>
  findFormats(call).legacy.fieldNames.get(fileName) ?? fileName;

/** The values of such a client's form, unchecked, for a test that sends the same as the web app. */
export const readLegacyForm = <S extends z.ZodMiniType, Out, W>(
  call: Call<S, Out, W>,
  body: WireBody,
): Promise<Record<string, unknown>> => findFormats(call as unknown as AnyCall).legacy.readValues(body);
