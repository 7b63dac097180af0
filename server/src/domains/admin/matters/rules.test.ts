import { expect, test } from 'vitest';
import { decisionsFor, movedPaise, type MatterFacts } from './rules.ts';

const NOTHING: Omit<MatterFacts, 'kind'> = { isOpen: true, withdrawal: null, refund: null, chargeback: null };
const offered = (kind: MatterFacts['kind'], more: Partial<MatterFacts> = {}) =>
  decisionsFor({ ...NOTHING, kind, ...more });
const taken = (receivablePaise: number, writtenOffPaise: number, isHeld = false) => ({
  chargeback: { receivablePaise, writtenOffPaise, isHeld },
});

test('what is over offers nothing', () => {
  expect(offered('settlement_odd', { isOpen: false })).toEqual([]);
});

test('where only the provider or the bank has a word, it can only be asked', () => {
  const processing = { withdrawal: { state: 'processing', lastWord: undefined } } as const;
  expect(offered('withdrawal_unknown', processing)).toEqual(['ask']);
  expect(offered('chargeback_open', taken(0, 0, true))).toEqual(['ask']);
});

test.each([
  ['paid', 'failed', ['ask', 'credit', 'resolve']],
  ['failed', 'paid', ['ask', 'debit', 'resolve']],
  ['paid', 'paid', ['ask', 'resolve']],
  ['requested', 'paid', ['ask']],
  ['processing', 'failed', ['ask']],
] as const)('a withdrawal that is %s with us and %s by the provider', (state, lastWord, decisions) => {
  expect(offered('withdrawal_contradicted', { withdrawal: { state, lastWord } })).toEqual(decisions);
});

test('without its withdrawal a contradiction can only be asked about', () => {
  expect(offered('withdrawal_contradicted')).toEqual(['ask']);
});

test.each([
  ['failed', ['ask', 'resend']],
  ['pending', ['ask']],
  ['succeeded', ['ask']],
] as const)('a refund that is %s', (state, decisions) => {
  expect(offered('refund_failed', { refund: { state } })).toEqual(decisions);
});

test('a refund that nobody knows is only asked about', () => {
  expect(offered('refund_failed')).toEqual(['ask']);
});

test('money without a place goes back, or to the worker where they earned it', () => {
  expect(offered('payment_unapplied')).toEqual(['send_back']);
  expect(offered('chargeback_late')).toEqual(['credit', 'send_back']);
});

test('what a bank took is written off first; it is over when nothing is owed and nothing held', () => {
  expect(offered('chargeback_lost', taken(100, 99))).toEqual(['ask', 'write_off']);
  expect(offered('chargeback_lost', taken(100, 100))).toEqual(['ask', 'resolve']);
  expect(offered('chargeback_lost', taken(0, 0, true))).toEqual(['ask']);
  expect(offered('chargeback_lost')).toEqual(['ask', 'resolve']);
});

test('books can be looked at again, seen to, or mended with own money', () => {
  expect(offered('settlement_odd')).toEqual(['ask', 'resolve']);
  expect(offered('ledger_broken')).toEqual(['ask', 'resolve']);
  expect(offered('cover_short')).toEqual(['ask', 'bring_in']);
});

test('how much a decision moves: what a second person is asked by', () => {
  const facts: MatterFacts = { ...NOTHING, kind: 'chargeback_late', ...taken(500, 120) };
  const amounts = { matterPaise: 300, askedPaise: 70 };
  expect(movedPaise('ask', facts, amounts)).toBe(0);
  expect(movedPaise('resolve', facts, amounts)).toBe(0);
  expect(movedPaise('bring_in', facts, amounts)).toBe(70);
  expect(movedPaise('write_off', facts, amounts)).toBe(380);
  expect(movedPaise('credit', facts, amounts)).toBe(300);
  expect(movedPaise('send_back', facts, amounts)).toBe(300);
});

test('unapplied money goes back by itself: to hurry it moves nothing', () => {
  const facts: MatterFacts = { ...NOTHING, kind: 'payment_unapplied' };
  expect(movedPaise('send_back', facts, { matterPaise: 300, askedPaise: null })).toBe(0);
});

test('what is not known moves nothing', () => {
  const facts: MatterFacts = { ...NOTHING, kind: 'cover_short' };
  const unknown = { matterPaise: null, askedPaise: null };
  expect(movedPaise('bring_in', facts, unknown)).toBe(0);
  expect(movedPaise('write_off', facts, unknown)).toBe(0);
  expect(movedPaise('send_back', facts, unknown)).toBe(0);
});
