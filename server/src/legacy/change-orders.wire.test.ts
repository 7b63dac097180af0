import { expect, test } from 'vitest';
import { awardParts } from '../../test/cancelling.ts';
import { getMilestoneId, setUpChanges } from '../../test/change-orders.ts';
import type { TestUser } from '../../test/user.ts';
import type { World } from '../../test/world.ts';

// Proposals of clients of the specification, in the formats that they send lists in.

let world: World;
let poster: TestUser;
let worker: TestUser;
const { inDays } = setUpChanges((fixture) => ({ world, poster, worker } = fixture));

const sendForm = async (user: TestUser, name: string, fields: readonly (readonly [string, string])[]) => {
  const body = new FormData();
  for (const [field, text] of fields) body.append(field, text);
  const headers = { authorization: `Bearer ${user.token}` };
  return (await fetch(`${user.url}/api/${name}`, { method: 'POST', headers, body })).json();
};

test('reads repeated fields, a single milestone, amounts with commas and a day of two formats', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  const job_id = String(contract.jobId);
  const [first, second] = [1, 2].map((position) => String(getMilestoneId(contract, position)));
  const isoDay = inDays(20);
  const [year, month, day] = isoDay.split('-');
  const proposed = await sendForm(worker, 'propose_change', [
    ['job_id', job_id],
    ['milestone_id[]', String(second)],
    ['milestone_id[]', ''],
    ['milestone_descriction[]', 'Kitchen, hall'],
    ['milestone_descriction[]', 'Loft'],
    ['milestone_amount[]', '450'],
    ['milestone_amount[]', '10,000'],
    ['removed_milestone_id[]', String(first)],
    ['finish_by', `${day}-${month}-${year}`],
  ]);
  expect(proposed).toMatchObject({
    status: 200,
    data: [
      {
        version: 1,
        milestones: [
          { change: 'removed', milestone_id: Number(first), position: 1 },
          { change: 'changed', milestone_id: Number(second), name: 'Kitchen, hall', amount: '450' },
          { change: 'added', position: 3, name: 'Loft', amount: '10000' },
        ],
        total: '10450',
        finish_by: isoDay,
      },
    ],
  });
  const [{ change_id }] = proposed.data as [{ change_id: number }];
  const countered = await poster.post('answer_change', {
    change_id: String(change_id),
    answer: 'counter',
    version: '1',
    'milestone_descriction[]': 'Attic',
    'milestone_amount[]': '12,000',
    finish_by: isoDay,
  });
  expect(countered).toMatchObject({
    httpStatus: 200,
    data: [
      {
        version: 2,
        milestones: [
          { change: 'kept', position: 1 },
          { change: 'kept', position: 2 },
          { change: 'added', position: 3, name: 'Attic', amount: '12000' },
        ],
        total: '13000',
        finish_by: isoDay,
      },
    ],
  });
  expect(
    (await poster.post('answer_change', { change_id: String(change_id), answer: 'withdraw', version: '2' }))
      .httpStatus,
  ).toBe(200);
  expect(await poster.post('propose_change', { job_id, finish_by: '31-02-2027' })).toMatchObject({
    httpStatus: 422,
    errors: { finish_by: 'There is no such day. Please check the day and the month' },
  });
});
