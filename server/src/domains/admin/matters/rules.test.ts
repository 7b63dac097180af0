import { expect, test } from 'vitest';
import { decisionsFor, movedPaise, type MatterFacts } from './rules.ts';

const NOTHING: Omit<MatterFacts, 'kind'> = { isOpen: true, withdrawal: null, refund: null, chargeback: null };
const offered = (kind: MatterFacts['kind'], more: Partial<MatterFacts> = {}) =>
  decisionsFor({ ...NOTHING, kind, ...more });
const taken = (receivablePaise: number, writtenOffPaise: number, isHeld = false) => ({
  chargeback: { receivablePaise, writtenOffPaise, isHeld },
});

test('offers no decision for a resolved case', () => {
  expect(offered('settlement_odd', { isOpen: false })).toEqual([]);
});

test('offers only a question while the provider or the bank has to decide', () => {
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
] as const)(
  'decisions for a withdrawal that is %s in the books and %s at the provider',
  (state, lastWord, decisions) => {
    expect(offered('withdrawal_contradicted', { withdrawal: { state, lastWord } })).toEqual(decisions);
  },
);

test('offers only a question for a contradiction without its withdrawal', () => {
  expect(offered('withdrawal_contradicted')).toEqual(['ask']);
});

test.each([
  ['failed', ['ask', 'resend']],
  ['pending', ['ask']],
  ['succeeded', ['ask']],
] as const)('decisions for a refund that is %s', (state, decisions) => {
  expect(offered('refund_failed', { refund: { state } })).toEqual(decisions);
});

test('offers only a question for an unknown refund', () => {
  expect(offered('refund_failed')).toEqual(['ask']);
});

test('offers a refund for an unapplied payment, and also a credit for a late chargeback', () => {
  expect(offered('payment_unapplied')).toEqual(['send_back']);
  expect(offered('chargeback_late')).toEqual(['credit', 'send_back']);
});

test('offers to write off a lost chargeback first, and to resolve it when nothing is owed or held', () => {
  expect(offered('chargeback_lost', taken(100, 99))).toEqual(['ask', 'write_off']);
  expect(offered('chargeback_lost', taken(100, 100))).toEqual(['ask', 'resolve']);
  expect(offered('chargeback_lost', taken(0, 0, true))).toEqual(['ask']);
  expect(offered('chargeback_lost')).toEqual(['ask', 'resolve']);
});

test('offers to check the books again, to resolve the case, or to bring in own money', () => {
  expect(offered('settlement_odd')).toEqual(['ask', 'resolve']);
  expect(offered('ledger_broken')).toEqual(['ask', 'resolve']);
  expect(offered('cover_short')).toEqual(['ask', 'bring_in']);
});

test('calculates the amount that a decision moves, which determines the need for approval', () => {
  const facts: MatterFacts = { ...NOTHING, kind: 'chargeback_late', ...taken(500, 120) };
  const amounts = { matterPaise: 300, askedPaise: 70 };
  expect(movedPaise('ask', facts, amounts)).toBe(0);
  expect(movedPaise('resolve', facts, amounts)).toBe(0);
  expect(movedPaise('bring_in', facts, amounts)).toBe(70);
  expect(movedPaise('write_off', facts, amounts)).toBe(380);
  expect(movedPaise('credit', facts, amounts)).toBe(300);
  expect(movedPaise('send_back', facts, amounts)).toBe(300);
});

test('counts no amount for expediting an unapplied refund, which is sent anyway', () => {
  const facts: MatterFacts = { ...NOTHING, kind: 'payment_unapplied' };
  expect(movedPaise('send_back', facts, { matterPaise: 300, askedPaise: null })).toBe(0);
});

test('counts no amount when the amounts are unknown', () => {
  const facts: MatterFacts = { ...NOTHING, kind: 'cover_short' };
  const unknown = { matterPaise: null, askedPaise: null };
  expect(movedPaise('bring_in', facts, unknown)).toBe(0);
  expect(movedPaise('write_off', facts, unknown)).toBe(0);
  expect(movedPaise('send_back', facts, unknown)).toBe(0);
});
