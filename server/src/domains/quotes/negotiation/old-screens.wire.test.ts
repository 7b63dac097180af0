import { expect, test } from 'vitest';
import { askAnotherQuote, declineQuote, quoteHistory } from '@fws/contract/quotes/calls';
import type { TestUser } from '../../../../test/user.ts';
import { setUpNegotiation } from '../testing/negotiation.ts';

// Whoever answers on a screen that shows something older is asked to read again, and nothing happens.

let poster: TestUser;
let worker: TestUser;
const { ids, ask, revise, read, readState, createQuote } = setUpNegotiation(
  (fixture) => ({ poster, worker } = fixture),
);

const refused = (message: string) => ({ httpStatus: 409, message });
const CHANGED = refused('The worker has changed this quote. Please read it again before you answer');
const ANSWERED = refused('There is a new answer to this quote. Please read it before you send a change');

test('the poster declines or asks for another only with the offer that they have read', async () => {
  const { quote } = await createQuote();
  await revise(quote.id, { bidText: '1900' });
  const decline = { ...ids(quote.id), reason: 'price' as const };
  expect(await poster.call(declineQuote, { ...decline, offerVersion: '1' })).toMatchObject(CHANGED);
  expect(await ask(quote.id, { bidText: '1000', offerVersion: '1' })).toMatchObject(CHANGED);
  expect(await read(quote.id)).toMatchObject({ state: 'submitted', turn: 1, asked: null });
  expect((await worker.done(quoteHistory, ids(quote.id))).items).toHaveLength(2);

  expect((await ask(quote.id, { bidText: '1000', offerVersion: '2' })).httpStatus).toBe(200);
  await poster.done(declineQuote, { ...decline, offerVersion: '2' });
  expect(await readState(quote.id)).toBe('declined');
  // Repeated, it says what has happened already.
  await poster.done(declineQuote, { ...decline, offerVersion: '1' });
});

test('an older client, which does not say what it shows, answers what stands', async () => {
  const { quote } = await createQuote();
  await revise(quote.id);
  await poster.done(askAnotherQuote, { ...ids(quote.id), bidText: '1000', offerVersion: '' });
  expect((await revise(quote.id, { turn: '' })).httpStatus).toBe(200);
  await poster.done(declineQuote, { ...ids(quote.id), reason: 'dates' });
  expect(await readState(quote.id)).toBe('declined');
});

test('the worker changes an offer only if they know that the poster has asked for another', async () => {
  const { quote } = await createQuote();
  await ask(quote.id, { note: 'With primer, please' });
  expect(await revise(quote.id, { bidText: '1400', turn: '1' })).toMatchObject(ANSWERED);
  expect(await read(quote.id)).toMatchObject({ state: 'asked', turn: 2, bidPaise: 1500_00 });
  expect((await revise(quote.id, { bidText: '1400', turn: '2' })).httpStatus).toBe(200);
  // The same of an answer that was sent from another device.
  expect(await revise(quote.id, { bidText: '1300', turn: '2' })).toMatchObject(ANSWERED);
  expect(await read(quote.id)).toMatchObject({ state: 'submitted', turn: 3, bidPaise: 1400_00 });
  expect((await revise(quote.id, { bidText: '1300', turn: '3' })).httpStatus).toBe(200);
});
