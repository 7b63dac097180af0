import { call, type AnyCall } from '@fws/contract/platform/call';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createCleanFormat } from './format.ts';
import { createSuccessSerializer } from './schema.ts';

const showPerson = call({
  name: 'show_person',
  access: 'public',
  reads: true,
  kept: false,
  reply: async () => z.object({ name: z.string(), city: z.nullable(z.string()) }),
  done: 'common.ok',
});

const createSerializer = (call: object) =>
  createSuccessSerializer(call as AnyCall, createCleanFormat(call as AnyCall))();

test('a success contains only what its call declares', async () => {
  const serialize = await createSerializer(showPerson);
  const data = { name: 'Asha', city: null, password_hash: 'secret' };
  expect(JSON.parse(serialize({ status: 200, message: 'OK', data, trace: 'secret' }))).toEqual({
    status: 200,
    message: 'OK',
    data: { name: 'Asha', city: null },
  });
});

test('an answer that lacks a declared field is an error', async () => {
  const serialize = await createSerializer(showPerson);
  expect(() => serialize({ status: 200, message: 'OK', data: { city: null } })).toThrow('"name" is required');
});

const fixed = z.object({ kind: z.literal('fixed'), amount: z.number() });
const range = z.object({
  kind: z.literal('range'),
  amount: z.number(),
  to: z.number(),
  on: z.optional(z.string()),
});
const showJob = call({
  name: 'show_job',
  access: 'public',
  reads: true,
  kept: false,
  reply: async () =>
    z.object({
      budget: z.union([fixed, range]),
      last: z.nullable(range),
      tag: z.union([z.string(), z.number()]),
      tags: z.nullable(z.array(z.string())),
    }),
  done: 'common.ok',
});

test('writes values of several shapes with the fields of their shape', async () => {
  const serialize = await createSerializer(showJob);
  const write = (data: unknown) =>
    (JSON.parse(serialize({ status: 200, message: 'OK', data })) as { data: unknown }).data;
  const job = { budget: { kind: 'fixed', amount: 5, secret: 1 }, last: null, tag: 'a', tags: null };
  expect(write(job)).toEqual({ budget: { kind: 'fixed', amount: 5 }, last: null, tag: 'a', tags: null });
  const ranged = {
    budget: { kind: 'range', amount: 5, to: 9 },
    last: { kind: 'range', amount: 1, to: 2 },
    tag: 7,
    tags: ['x'],
  };
  expect(write(ranged)).toEqual(ranged);
});
