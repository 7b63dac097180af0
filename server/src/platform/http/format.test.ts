import { expect, test } from 'vitest';
import { call } from '@fws/contract/platform/call';
import { submitQuote } from '@fws/contract/quotes/calls';
import { checkForm } from '@fws/contract/platform/check';
import * as z from 'zod/mini';
import { createCleanFormat } from './format.ts';

const paint = call({
  name: 'paint',
  access: 'user',
  reads: false,
  form: async () =>
    z.object({ title: z.string(), colours: z.array(z.string()), note: z.optional(z.string()) }),
  done: 'common.ok',
});
const read = (body: unknown) => createCleanFormat(paint).readValues(body as Record<string, unknown>);

test.each([
  [
    'texts and lists',
    { title: 'Wall', colours: ['red', 'blue'], note: '' },
    { title: 'Wall', colours: ['red', 'blue'], note: '' },
  ],
  ['numbers as texts', { title: 7, colours: [1, true] }, { title: '7', colours: ['1', 'true'] }],
  ['what is missing as empty', {}, { title: '', colours: [] }],
  ['one text as a list of one', { title: 'Wall', colours: 'red' }, { title: 'Wall', colours: ['red'] }],
  ['a list as one text', { title: ['a', 'b'] }, { title: 'a,b', colours: [] }],
  [
    'anything deeper as empty',
    { title: { a: 1 }, colours: [['x'], { y: 1 }] },
    { title: '', colours: ['', ''] },
  ],
  ['null as empty', { title: null, colours: null, note: null }, { title: '', colours: [], note: '' }],
  ['no other fields', JSON.parse('{"role":"admin","__proto__":{"title":"x"}}'), { title: '', colours: [] }],
  ['no NUL', { title: 'a\0b', colours: ['\0'] }, { title: 'ab', colours: [''] }],
])('reads %s', async (_, body, values) => {
  expect(await read(body)).toEqual(values);
});

test('reads the JSON in a form with files, and refuses what is no JSON object', async () => {
  expect(await read({ json: '{"title":"Wall","colours":[]}' })).toEqual({ title: 'Wall', colours: [] });
  for (const json of ['{', '7', 'null', '['.repeat(30)])
    await expect(read({ json })).rejects.toMatchObject({ statusCode: 400 });
});

test('a body of wrong types is refused field by field, like an empty form', async () => {
  const quote = submitQuote;
  const values = await createCleanFormat(quote).readValues({
    milestoneNames: 7,
    term: 'milestone',
    bidText: {},
  });
  const checked = checkForm(await quote.form(), values);
  expect(checked.ok ? [] : Object.keys(checked.errors).toSorted()).toEqual([
    'bidText',
    'jobId',
    'milestoneAmountTexts',
    'milestoneNames',
  ]);
});
