import { expect, test } from 'vitest';
import { awardedJob, exploreMyJobs, moveWork } from '@fws/contract/contracts/calls';
import { notificationList } from '@fws/contract/notifications/calls';
import { IST_OFFSET_MS, toIstDate } from '@fws/contract/platform/dates';
import { myQuotes } from '@fws/contract/quotes/calls';
import { addDoorKey, startVisit, visitList } from '@fws/contract/visits/calls';
import { calculateDoorCode } from '@fws/contract/visits/door/code';
import { createDoorKey, signDoor, type DoorKey } from '@fws/contract/visits/door/scan';
import type { TestUser } from '../../../test/user.ts';
import type { World } from '../../../test/world.ts';
import { setUpVisits, toSubject } from './testing/visits.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
const tools = setUpVisits((fixture) => ({ world, poster, worker } = fixture));

const today = (time: string): string =>
  new Date(Date.parse(`${toIstDate(world.clock.now())}T${time}:00Z`) - IST_OFFSET_MS).toISOString();

/** A phone of the poster shows the QR code of a visit. */
async function openDoor(jobId: number, milestoneId: string, key?: DoorKey) {
  const phone = key ?? (await createDoorKey());
  const { keyId } = await poster.done(addDoorKey, { milestoneId, publicKey: phone.publicKey });
  const scan = await signDoor(phone, toSubject(await tools.read(jobId)), {
    keyId,
    signedMs: world.clock.now().getTime(),
  });
  return { phone, keyId, scan };
}

test('the worker starts with a scan of the poster’s phone', async () => {
  const { jobId, milestoneId } = await tools.agree();
  const { phone, keyId, scan } = await openDoor(jobId, milestoneId);
  expect(keyId).toBe(1);
  // The worker's phone has the public half before, and verifies without a network.
  expect((await tools.read(jobId, worker)).doorKey).toEqual({ keyId: 1, publicKey: phone.publicKey });
  expect((await tools.read(jobId)).doorKey).toBeNull();
  // The same phone again.
  expect((await openDoor(jobId, milestoneId, phone)).keyId).toBe(1);
  await worker.done(startVisit, { milestoneId, signed: scan });
  expect((await tools.read(jobId)).state).toBe('started');
});

test('another phone takes the place of the first, whose earlier scans still count', async () => {
  const { jobId, milestoneId } = await tools.agree();
  tools.goTo('16:00');
  const { scan } = await openDoor(jobId, milestoneId);
  tools.goTo('17:00');
  expect((await openDoor(jobId, milestoneId)).keyId).toBe(2);
  tools.goTo('17:30');
  expect((await worker.call(startVisit, { milestoneId, signed: scan })).message).toContain('does not start');
  // Scanned without a network, before the second phone was there.
  const kept = {
    device: 'phone-1',
    counter: '3',
    deviceTime: today('16:20'),
    serverTimeSeen: today('15:50'),
  };
  await worker.done(startVisit, { milestoneId, signed: scan, ...kept });
  expect((await tools.read(jobId)).state).toBe('started');
});

test('a key is the poster’s, and a point of the curve', async () => {
  const { milestoneId } = await tools.agree();
  const { publicKey } = await createDoorKey();
  expect((await worker.call(addDoorKey, { milestoneId, publicKey })).status).toBe(404);
  expect(await poster.call(addDoorKey, { milestoneId, publicKey: 'A'.repeat(87) })).toMatchObject({
    status: 422,
    errors: { publicKey: expect.any(String) as string },
  });
});

/** Everything in a reply, however deep. */
const listValues = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listValues) : [String(value)];

test('nothing that the worker’s phone receives starts the work', async () => {
  const former = await tools.agree();
  const formerDoor = await openDoor(former.jobId, former.milestoneId);
  await worker.done(startVisit, { milestoneId: former.milestoneId, signed: formerDoor.scan });

  const { jobId, milestoneId } = await tools.agree();
  const { keyId, phone } = await openDoor(jobId, milestoneId, formerDoor.phone);
  const step = { jobId: String(jobId), milestoneId, step: 'started' as const };
  const received: unknown[] = [
    formerDoor.scan,
    await worker.done(visitList, { jobId: String(jobId) }),
    await worker.done(awardedJob, { jobId: String(jobId) }),
    await worker.done(exploreMyJobs, { scope: 'all', filter: 'all' }),
    await worker.done(myQuotes, {}),
    await worker.done(notificationList, {}),
    await worker.call(moveWork, step),
    await worker.post('visit_list', { job_id: String(jobId) }),
  ];
  const values = received.flatMap(listValues);
  const { secret } = await tools.read(jobId);
  const code = await tools.sayCode(jobId);
  expect(values).toContain(phone.publicKey);
  expect(secret).not.toBeNull();
  expect(values.filter((value) => value.includes(String(secret)))).toEqual([]);

  // As a secret: whatever has its length. As a code: its digits, as far as the server lets one try.
  const subject = toSubject(await tools.read(jobId, worker));
  const secrets = values.filter((value) => /^[\w-]{43}$/.test(value));
  const made = await Promise.all(secrets.map((value) => calculateDoorCode(value, subject)));
  const own = await createDoorKey();
  const signed = await signDoor(own, subject, { keyId, signedMs: world.clock.now().getTime() });
  const statement = signed.slice(0, signed.lastIndexOf('.'));
  const copied = formerDoor.scan.slice(formerDoor.scan.lastIndexOf('.'));
  const attempts = [
    ...[...new Set(made)].filter((digits) => digits !== code).map((digits) => ({ code: digits })),
    { code: '' },
    { signed },
    { signed: `${statement}${copied}` },
    { signed: `${statement}.${'A'.repeat(86)}` },
    { signed: formerDoor.scan },
    { signed: phone.publicKey },
  ];
  for (const attempt of attempts)
    expect((await worker.call(startVisit, { milestoneId, ...attempt })).status).toBe(409);
  expect((await tools.read(jobId)).state).toBe('agreed');
  // The attack is worth something: what the poster shows gets in.
  await worker.done(startVisit, { milestoneId, code });
});
