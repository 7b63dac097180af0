import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { call } from '@fws/contract/platform/call';
import { idText, requiredText } from '@fws/contract/platform/schemas';
import { translateInvented } from '../legacy.ts';
import type { WireAnswer } from '../user.ts';
import { buildForeignCases } from './cases.ts';
import { listFormProblems, listObjectFields, listUndeclaredFields, type MountedCall } from './form-fields.ts';
import type { Scene } from './scene.ts';
import { toMissingId } from './ids.ts';
import { isCallerSpecific, isPublic, listStrangerProblems } from './rows.ts';

// The access table must fail when somebody adds a call that it does not cover. Tested with invented calls.

const NOW = new Date('2026-11-20T06:00:00Z');

/** `shape` checks the fields; those that it leaves out take any text. */
function createCall(shape: Record<string, z.ZodMiniType>, fields: Record<string, string>): MountedCall {
  const texts = Object.fromEntries(Object.keys(fields).map((name) => [name, z.string()]));
  const definition = call({
    name: 'made_up',
    access: 'user',
    reads: false,
    form: async () => z.object({ ...texts, ...shape }),
    done: 'common.ok',
  });
  return translateInvented(definition as unknown as MountedCall, { fields });
}

const id = idText('common.check_form');
const burnJob = createCall({ jobId: id }, { jobId: 'job_id' });
const burnMilestone = createCall(
  { jobId: id, milestoneId: id },
  {
    jobId: 'job_id',
    milestoneId: 'milestone',
  },
);

const buildScene = (name: string, ids: Scene['ids']): Scene => ({ name, ids, owners: [] });
const scenes = [
  buildScene('an open job', { job: '77000000001' }),
  buildScene('an awarded job', { job: '77000000002', milestone: '77000000003' }),
];
const strangersOwn = [buildScene('their job', { job: '88000000001', milestone: '88000000002' })];

test.each([
  ['an id by its clean name', { walletId: 'purse' }, 'walletId (purse)'],
  ['ids by their clean name', { walletIds: 'purses' }, 'walletIds (purses)'],
  ['an id by its legacy name', { purse: 'wallet_id' }, 'purse (wallet_id)'],
  ['a ticket', { ticket: 'ticket_number' }, 'ticket (ticket_number)'],
  ['a link', { photo: 'photo_link' }, 'photo (photo_link)'],
  ['the address of a file', { fileUrl: 'address' }, 'fileUrl (address)'],
])('requires a declaration for a new field that looks like %s', async (_, fields, named) => {
  expect(await listUndeclaredFields(createCall({}, fields))).toEqual([
    expect.stringMatching(/^made_up: the field .* Say in `objects` of its domain.ts/),
  ]);
  expect((await listUndeclaredFields(createCall({}, fields)))[0]).toContain(named);
});

test('ignores field names that only begin like an id', async () => {
  const fields = { idea: 'idea', preferences: 'personal_preference_name1', profile: 'profile' };
  expect(await listUndeclaredFields(createCall({}, fields))).toEqual([]);
});

test('builds a case for each known object when a call is added', async () => {
  expect(await listUndeclaredFields(burnJob)).toEqual([]);
  expect(await listObjectFields(burnJob)).toEqual([{ field: 'jobId', wireName: 'job_id', kind: 'job' }]);
  const forms = (await buildForeignCases(burnJob, { scenes, strangersOwn }, NOW)).map((testCase) => [
    testCase.foreign,
    testCase.missing,
  ]);
  expect(forms).toEqual([
    [{ job_id: '77000000001' }, { job_id: '99000000001' }],
    [{ job_id: '77000000002' }, { job_id: '99000000001' }],
  ]);
});

test('builds a case for each foreign object combined with the stranger’s own objects', async () => {
  const forms = (await buildForeignCases(burnMilestone, { scenes, strangersOwn }, NOW)).map(
    (testCase) => testCase.foreign,
  );
  expect(forms).toEqual([
    { job_id: '77000000002', milestone: '77000000003' },
    { job_id: '77000000002', milestone: '88000000002' },
    { job_id: '88000000001', milestone: '77000000003' },
  ]);
});

test('throws for a call about an object that no scene has', async () => {
  const burnQuote = createCall({ quoteId: id }, { quoteId: 'quote_id' });
  await expect(buildForeignCases(burnQuote, { scenes, strangersOwn }, NOW)).rejects.toThrow(
    'made_up: no scene of server/test/access/foreign-world.ts has all of quote',
  );
});

test('reports a form that is invalid for another reason', async () => {
  const paint = createCall(
    { jobId: id, colour: requiredText('common.check_form', 20) },
    {
      jobId: 'job_id',
      colour: 'colour',
    },
  );
  const [testCase] = await buildForeignCases(paint, { scenes, strangersOwn }, NOW);
  expect(await listFormProblems(paint, testCase?.foreign ?? {})).toEqual([
    expect.stringMatching(/^made_up: the form is not valid.*colour .*Add a valid value to VALUES/),
  ]);
  expect(await listFormProblems(burnJob, { job_id: '77000000001' })).toEqual([]);
});

const buildAnswer = (httpStatus: number, message: string): WireAnswer => ({
  httpStatus,
  status: httpStatus,
  message,
  data: null,
});
const notFound = buildAnswer(404, 'This job was not found');
const about = { call: burnJob, kinds: ['job'] as const, scene: 'an awarded job', mixed: false };

test('requires the same refusal for a foreign object as for a missing one', () => {
  expect(listStrangerProblems(about, notFound, notFound)).toEqual([]);
  for (const wrongAnswer of [
    buildAnswer(200, 'Done'),
    buildAnswer(409, 'Too late'),
    buildAnswer(422, 'No'),
    buildAnswer(500, 'Oops'),
  ])
    expect(listStrangerProblems(about, wrongAnswer, wrongAnswer), String(wrongAnswer.httpStatus)).toEqual([
      expect.stringContaining(`made_up about an awarded job: the stranger got ${wrongAnswer.httpStatus}`),
    ]);
  expect(listStrangerProblems(about, buildAnswer(403, 'Not yours'), notFound)).toEqual([
    expect.stringContaining('which tells that it exists'),
  ]);
});

test('does not count a refusal that the owner gets too', () => {
  expect(isCallerSpecific(notFound, notFound)).toBe(false);
  expect(isCallerSpecific(notFound, buildAnswer(409, 'Too late'))).toBe(true);
});

test('does not treat a new call as public', () => {
  expect(isPublic(burnJob, 'an open job')).toBe(false);
});

test('throws for an id that cannot be turned into a missing id', () => {
  expect(toMissingId('fws_77000000001_ab12')).toBe('fws_99000000001_ab12');
  expect(toMissingId('wallet:77000000001')).toBe('wallet:99000000001');
  expect(() => toMissingId('FWS-D-ABC')).toThrow('FWS-D-ABC');
});
