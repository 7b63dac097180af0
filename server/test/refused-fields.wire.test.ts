import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkForm } from '@fws/contract/platform/check';
import { LOCALES } from '@fws/contract/platform/messages';
import { findFormats } from '../src/legacy/index.ts';
import { describeFields, type CallFormat } from '../src/platform/http/format.ts';
import { translate, translateIfId } from '../src/platform/messages.ts';
import type { MountedCall } from './access/form-fields.ts';
import { listMountedCalls } from './access/mounted.ts';
import { startWorld, type World } from './world.ts';

// What a caller reads beside a field that was filled in wrongly, for every field of every call.

let world: World;
let calls: MountedCall[];
beforeAll(async () => {
  world = await startWorld({ worker: false });
  calls = await listMountedCalls(world);
});
afterAll(() => world.close());

const JUNK: readonly unknown[] = [
  undefined,
  '',
  ' ',
  'junk',
  '-1',
  '1e9',
  '99999999999999999999',
  '0',
  'रंगाई',
  '[object Object]',
  '["a",{"b":1}]',
  '[',
  ',,,',
  'x'.repeat(20_000),
  Array.from({ length: 60 }, (_, index) => `x${index}`).join(','),
  0,
  -1.5,
  true,
  false,
  null,
  [],
  ['a', 'b'],
  [null, 1, { a: 1 }],
  { a: { b: 'c' } },
];

/** Texts that the validation library or a missing translation would show. */
const RAW_TEXT =
  /invalid (?:input|option|string|type|value|key)|too (?:big|small)|expected .*received|unrecognized key|\{\w+\}|^[a-z_]+\.[a-zA-Z_]+$/i;
/** Says which fields are wrong, which beside a field says nothing. */
const GENERAL = 'common.check_form';

async function listRawTexts(call: MountedCall, format: CallFormat, body: Record<string, unknown>) {
  const checked = checkForm(await call.form(), await format.readValues(body));
  if (checked.ok) return [];
  return Object.entries(checked.errors).flatMap(([field, { code, values }]) =>
    LOCALES.flatMap((locale) => {
      const text = translate(locale, code, values);
      const isRaw = RAW_TEXT.test(text) || translateIfId(locale, code) === code || code === GENERAL;
      return isRaw ? [`${call.name} ${field}: ${text}`] : [];
    }),
  );
}

test('explains every wrong field of every call in both languages', async () => {
  const found = new Set<string>();
  for (const call of calls) {
    const { clean, legacy } = findFormats(call);
    const names = (await describeFields(call)).map(({ name }) => name);
    for (const format of [clean, legacy]) {
      const wireNames = names.map((name) => format.fieldNames.get(name) ?? name);
      const bodies = [
        ...JUNK.map((junk) => Object.fromEntries(wireNames.map((name) => [name, junk]))),
        ...wireNames.flatMap((name) => JUNK.map((junk) => ({ [name]: junk }))),
      ];
      for (const body of bodies) for (const text of await listRawTexts(call, format, body)) found.add(text);
    }
  }
  expect([...found]).toEqual([]);
});

test('answers junk in every field of a call with sentences', async () => {
  const found = new Set<string>();
  const collect = (name: string, text: string) => {
    const { message = '', errors = {} } = JSON.parse(text) as {
      message?: string;
      errors?: Record<string, string>;
    };
    for (const sentence of [message, ...Object.values(errors)])
      if (RAW_TEXT.test(sentence)) found.add(`${name}: ${sentence}`);
  };
  const probe = async (call: MountedCall) => {
    const { legacy } = findFormats(call);
    const names = (await describeFields(call)).map(({ name }) => legacy.fieldNames.get(name) ?? name);
    if (names.length === 0) return;
    // Some calls change the account or end the session of their caller.
    const user = await world.user();
    const send = async (body: FormData | URLSearchParams | string, language: string) => {
      const response = await fetch(`${world.url}/api/${call.name}`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${user.token}`,
          'accept-language': language,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
      });
      expect(response.status, call.name).toBeLessThan(500);
      collect(call.name, await response.text());
    };
    const form = new FormData();
    for (const name of names) form.append(name, '{"a":1}');
    await send(form, 'hi');
    for (const junk of ['junk', '9'.repeat(30)])
      await send(new URLSearchParams(names.map((name) => [name, junk])), 'en');
    for (const junk of [12.5, [['a']], { a: 1 }])
      await send(JSON.stringify(Object.fromEntries(names.map((name) => [name, junk]))), 'en');
  };
  await Promise.all(calls.filter(({ access }) => access !== 'admin').map(probe));
  expect([...found]).toEqual([]);
});
