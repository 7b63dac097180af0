import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MessageReceipt, SmsSender } from '../../../ports/messaging.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { buildRelease, createDeliverySteps, MINUTE_MS } from '../../../../test/notifications/deliveries.ts';
import { startWorld, type World } from '../../../../test/world.ts';

/** What the vendor does with the next calls. `accepts silently`: it sends the message, and its answer is lost. */
let vendor: 'answers' | 'is silent' | 'accepts silently' | 'takes nothing' = 'answers';
let sentReferences: string[] = [];
let calls = 0;

const sms: SmsSender = {
  provider: 'msg91',
  send({ reference }) {
    calls++;
    if (vendor === 'takes nothing')
      return Promise.reject(new ProviderError('limited', 'circuit_open', 'it does not answer', 10_000));
    if (vendor !== 'is silent') sentReferences.push(reference);
    return vendor === 'answers'
      ? Promise.resolve({ providerId: 'id' })
      : Promise.reject(new ProviderError('unknown', 'timed_out', 'it did not answer'));
  },
  findMessage({ reference }): Promise<MessageReceipt | null> {
    if (vendor === 'takes nothing')
      return Promise.reject(new ProviderError('limited', 'circuit_open', 'it does not answer', 10_000));
    const isKnown = sentReferences.includes(reference);
    return Promise.resolve(isKnown ? { reference, providerId: 'id', state: 'sent', reason: null } : null);
  },
  readWebhook: () => ({ verdict: 'forged', reason: 'none' }),
};

let world: World;
const { listStatuses, notifyAll, resume } = createDeliverySteps(() => world);
beforeAll(async () => {
  world = await startWorld({ env: { NOTIFICATION_CHANNELS: 'sms' }, clockStopped: true, ports: { sms } });
});
beforeEach(() => {
  vendor = 'answers';
  sentReferences = [];
  calls = 0;
});
afterAll(() => world.close());

/** Notifies a person of money, and returns what reads the state of the text message. */
async function notifyPerson(): Promise<() => Promise<string | undefined>> {
  const user = await world.user();
  await notifyAll(buildRelease(user, 'release 1'));
  return async () => (await listStatuses(user))['sms'];
}

/** Lets time pass in steps, and the queue do what is due after each. */
async function pass(minutes: number, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    world.clock.advance((minutes / steps) * MINUTE_MS);
    await resume();
  }
}

test('a message outlasts an hour in which the vendor does not answer, with few calls', async () => {
  vendor = 'is silent';
  const readStatus = await notifyPerson();
  await pass(60, 40);
  expect([await readStatus(), calls < 12]).toEqual(['sending', true]);
  vendor = 'answers';
  await pass(30, 2);
  expect([await readStatus(), sentReferences.length]).toEqual(['sent', 1]);
});

test('a message outlasts a day in which the vendor takes nothing', async () => {
  vendor = 'takes nothing';
  const readStatus = await notifyPerson();
  await pass(24 * 60, 40);
  expect(await readStatus()).toBe('sending: not_sent');
  vendor = 'answers';
  await pass(5, 2);
  expect([await readStatus(), sentReferences.length]).toEqual(['sent', 1]);
});

test('a message to a vendor that takes nothing is tried less often the longer it has waited', async () => {
  vendor = 'takes nothing';
  const user = await world.user();
  const readSecondsToNextTry = async (): Promise<number> => {
    const { send_at } = await world.db
      .selectFrom('notification_delivery')
      .select('send_at')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    return (send_at.getTime() - world.clock.now().getTime()) / 1000;
  };
  await notifyAll(buildRelease(user, 'release 1'));
  const atFirst = await readSecondsToNextTry();
  await pass(60, 1);
  const afterAnHour = await readSecondsToNextTry();
  // Up to a fifth longer, so that messages do not come back together.
  expect([atFirst >= 30, atFirst <= 36, afterAnHour >= 180, afterAnHour <= 216]).toEqual(Array(4).fill(true));
  vendor = 'answers';
  await pass(5, 2);
  expect(await listStatuses(user)).toMatchObject({ sms: 'sent' });
});

test('what may have been accepted is still looked up after the vendor took nothing for a while', async () => {
  vendor = 'accepts silently';
  const readStatus = await notifyPerson();
  vendor = 'takes nothing';
  await pass(30, 10);
  vendor = 'answers';
  await pass(30, 2);
  expect([await readStatus(), sentReferences.length]).toEqual(['sent', 1]);
});

test('a message to a vendor that never answers fails in the end', async () => {
  vendor = 'is silent';
  const readStatus = await notifyPerson();
  await pass(12 * 60, 40);
  expect(await readStatus()).toBe('failed: no_answer');
});
