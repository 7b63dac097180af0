import { call, plainReply } from '@fws/contract/platform/call';
import { wireForm } from '@fws/contract/platform/form';
import { done } from '@fws/contract/platform/refusal';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { publicRoute } from './route.ts';
import { createSuccessSerializer } from './schema.ts';

const showPerson = call({
  name: 'show_person',
  access: 'public',
  reads: true,
  form: wireForm(async () => z.object({}), {}),
  reply: plainReply(async () => z.object({ name: z.string(), city: z.nullable(z.string()) })),
  done: 'common.ok',
});

test('a success contains only what its call declares', async () => {
  const route = publicRoute(showPerson, async () => done({ name: 'Asha', city: null }));
  const serialize = await createSuccessSerializer(route)();
  const data = { name: 'Asha', city: null, password_hash: 'secret' };
  expect(JSON.parse(serialize({ status: 200, message: 'OK', data, trace: 'secret' }))).toEqual({
    status: 200,
    message: 'OK',
    data: { name: 'Asha', city: null },
  });
});

test('an answer that lacks a declared field is an error', async () => {
  const route = publicRoute(showPerson, async () => done({ name: 'Asha', city: null }));
  const serialize = await createSuccessSerializer(route)();
  expect(() => serialize({ status: 200, message: 'OK', data: { city: null } })).toThrow('"name" is required');
});
