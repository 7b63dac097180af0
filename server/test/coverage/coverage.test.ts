import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { call } from '@fws/contract/platform/call';
import * as z from 'zod/mini';
import { listDeclaredFields } from './declared.ts';
import { describeGap, findGaps } from './gaps.ts';
import { watchMatchers } from './matchers.ts';
import { forgetReads, writeRecords } from './recorder.ts';
import { recordReply } from './replies.ts';

// Recording is on only where `npm test` says where to write.
vi.hoisted(() => (process.env['FWS_WIRE_COVERAGE'] = 'set'));
watchMatchers();

let callCount = 0;
/** A call of its own for each test: what one recorded does not count for the next. */
let name = '';
const folders: string[] = [];
beforeEach(() => {
  name = `call_${++callCount}`;
  forgetReads();
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const reply = <T extends object>(data: T) => recordReply(name, { status: 200, data }, 200);

/** The fields of this test's call that were compared since the last time. */
function readCompared(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'fws-records-'));
  folders.push(folder);
  writeRecords(folder);
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return lines.flatMap((line) => (line.startsWith(`${name} data`) ? [line.slice(name.length + 1)] : []));
}

test('records the fields that a matcher compares, and no others', () => {
  expect(reply({ title: 'Paint', amount: 5, skills: ['a'], poster: { id: 7, city: 'Pune' } })).toMatchObject({
    data: { title: 'Paint', skills: ['a'], poster: { id: 7 } },
  });
  expect(readCompared()).toEqual(['data.title', 'data.skills', 'data.poster.id']);
});

test('records the fields of list items under one path', () => {
  expect(reply([{ id: 1 }, { id: 2 }]).data).toEqual([{ id: 1 }, { id: 2 }]);
  expect(readCompared()).toEqual(['data[].id']);
});

test('records values that the test reads first and compares later, alone or in a list', async () => {
  const { data } = reply({ title: 'Paint', amount: 5, city: 'Pune' });
  const { title, amount } = data;
  await nextTick();
  expect(title).toBe('Paint');
  expect([['', amount]]).toEqual([['', 5]]);
  expect(readCompared()).toEqual(['data.title', 'data.amount']);
});

test('records a value that many fields share only when it is compared at once', async () => {
  const { data } = reply({ open: true, paid: true });
  const { open } = data;
  await nextTick();
  expect(open).toBe(true);
  expect(readCompared()).toEqual([]);
  expect(data.paid).toBe(true);
  expect(readCompared()).toEqual(['data.paid']);
});

test('records nothing for matchers that prove no value', () => {
  const { data } = reply({ id: 4711, at: 'now', list: ['x'] });
  expect(data.id).not.toBe(1);
  expect(data.list).toHaveLength(1);
  expect(data.at).toBeDefined();
  expect(data).toMatchObject({ id: expect.any(Number), at: expect.anything() });
  expect(() => expect(data.id).toBe(1)).toThrow('expected 4711 to be 1');
  expect(readCompared()).toEqual([]);
});

test('lists the fields that the replies of the calls declare, once for each entity', async () => {
  const job = z.object({ title: z.string(), poster: z.nullable(z.object({ id: z.number() })) });
  const base = { access: 'user', reads: true, kept: false, done: 'common.ok' } as const;
  const detail = call({ ...base, name: 'job', reply: async () => job });
  const extended = z.extend(job, { tags: z.array(z.string()) });
  const list = call({
    ...base,
    name: 'jobs',
    reply: async () => z.array(extended),
  });
  expect(await listDeclaredFields([detail, list] as never)).toEqual([
    { name: 'job data.title', places: ['job data.title', 'jobs data[].title'] },
    {
      name: 'job data.poster.id',
      places: ['job data.poster.id', 'jobs data[].poster.id'],
    },
    { name: 'jobs data[].tags', places: ['jobs data[].tags'] },
  ]);
});

test('finds the calls and fields that no test recorded', () => {
  const calls = [{ name: 'job' }, { name: 'jobs' }];
  const fields = [
    { name: 'job data.title', places: ['job data.title', 'jobs data[].title'] },
    { name: 'job data.id', places: ['job data.id', 'jobs data[].id'] },
  ];
  expect(findGaps(calls, fields, new Set(['job', 'jobs data[].id']))).toEqual(['jobs', 'job data.title']);
});

test('counts a record of values by any of them', () => {
  const fields = [{ name: 'job data.facts', places: ['job data.facts'] }];
  expect(findGaps([], fields, new Set(['job data.facts.amount']))).toEqual([]);
  expect(findGaps([], fields, new Set(['job data.factsheet.amount']))).toEqual(['job data.facts']);
});

test('says what is missing', () => {
  expect(['jobs', 'job data.city'].map(describeGap)).toEqual([
    'jobs: no wire test makes this call',
    'job data.city: no wire test compares its value',
  ]);
});
