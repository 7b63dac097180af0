import { expect, test } from 'vitest';
import { createDoorKey, signDoor } from '@fws/contract/visits/door/scan';
import type { Visit } from '@fws/contract/visits/schemas';
import { judgeScan } from './scan.ts';
import { toSubject } from './subject.ts';

const VISIT = {
  jobId: 1,
  milestoneId: 9,
  workerId: 3,
  startsAt: '2026-12-18T10:30:00.000Z',
  endsAt: '2026-12-18T12:30:00.000Z',
} as Visit;

test('the phone says at once whether it knows the key, and whether the key signed this visit', async () => {
  const key = await createDoorKey();
  const visit = { ...VISIT, doorKey: { keyId: 2, publicKey: key.publicKey } };
  const sign = (changes: Partial<Visit>, keyId: number) =>
    signDoor(key, toSubject({ ...visit, ...changes }), { keyId, signedMs: 1 });
  expect(await judgeScan(visit, await sign({}, 2))).toBe('valid');
  expect(await judgeScan(visit, await sign({ milestoneId: 8 }, 2))).toBe('wrong');
  expect(await judgeScan(visit, await sign({}, 3))).toBe('unknown');
  expect(await judgeScan({ ...visit, doorKey: null }, await sign({}, 2))).toBe('unknown');
  expect(await judgeScan(visit, 'https://example.com')).toBe('wrong');
});
