import { expect, test } from 'vitest';
import { listPossibleDecisions, calculateMovedPaise, type OpsCaseFacts } from './rules.ts';

const BASE_FACTS: Omit<OpsCaseFacts, 'kind'> = {
  isOpen: true,
  withdrawal: null,
  refund: null,
  chargeback: null,
};
const getDecisions = (kind: OpsCaseFacts['kind'], changes: Partial<OpsCaseFacts> = {}) =>
  listPossibleDecisions({ ...BASE_FACTS, kind, ...changes });
const buildChargeback = (
  receivablePaise: number,
  writtenOffPaise: number,
  isHeld = false,
  heldReleasePaise = 0,
) => ({
  chargeback: { receivablePaise, writtenOffPaise, isHeld, heldReleasePaise },
});

test('offers no decision for a resolved case', () => {
  expect(getDecisions('settlement_odd', { isOpen: false })).toEqual([]);
});

test('offers only a question while the provider or the bank has to decide', () => {
  const processing = { withdrawal: { state: 'processing', lastStatus: undefined } } as const;
  expect(getDecisions('withdrawal_unknown', processing)).toEqual(['ask']);
  expect(getDecisions('chargeback_open', buildChargeback(0, 0, true))).toEqual(['ask']);
});

test.each([
  ['paid', 'failed', ['ask', 'credit', 'resolve']],
  ['failed', 'paid', ['ask', 'debit', 'resolve']],
  ['paid', 'paid', ['ask', 'resolve']],
  ['requested', 'paid', ['ask']],
  ['processing', 'failed', ['ask']],
] as const)(
  'decisions for a withdrawal that is %s in the books and %s at the provider',
  (state, lastStatus, decisions) => {
    expect(getDecisions('withdrawal_contradicted', { withdrawal: { state, lastStatus } })).toEqual(decisions);
  },
);

test('offers only a question for a contradiction without its withdrawal', () => {
  expect(getDecisions('withdrawal_contradicted')).toEqual(['ask']);
});

test.each([
  ['failed', ['ask', 'resend']],
  ['pending', ['ask']],
  ['succeeded', ['ask']],
] as const)('decisions for a refund that is %s', (state, decisions) => {
  expect(getDecisions('refund_failed', { refund: { state } })).toEqual(decisions);
});

test('offers only a question for an unknown refund', () => {
  expect(getDecisions('refund_failed')).toEqual(['ask']);
});

test('offers a refund for an unapplied payment, and also a credit for a late chargeback', () => {
  expect(getDecisions('payment_unapplied')).toEqual(['send_back']);
  expect(getDecisions('chargeback_late')).toEqual(['credit', 'send_back']);
});

test('offers to write off a lost chargeback first, and to resolve it when nothing is owed or held', () => {
  expect(getDecisions('chargeback_lost', buildChargeback(100, 99))).toEqual(['ask', 'write_off']);
  expect(getDecisions('chargeback_lost', buildChargeback(100, 100))).toEqual(['ask', 'resolve']);
  expect(getDecisions('chargeback_lost', buildChargeback(0, 0, true))).toEqual(['ask']);
  expect(getDecisions('chargeback_lost')).toEqual(['ask', 'resolve']);
});

test('offers to free releases on hold, which must be decided about before a lost chargeback is resolved', () => {
  expect(getDecisions('chargeback_lost', buildChargeback(100, 0, false, 60))).toEqual([
    'ask',
    'write_off',
    'free_releases',
  ]);
  expect(getDecisions('chargeback_lost', buildChargeback(100, 100, false, 60))).toEqual([
    'ask',
    'free_releases',
  ]);
});

test('offers to let a stopped payer fund again, or to leave it at that', () => {
  expect(getDecisions('payer_stopped')).toEqual(['allow_payer', 'resolve']);
  expect(getDecisions('release_withdrawn')).toEqual(['ask', 'resolve']);
});

test('offers to check the books again, to resolve the case, or to bring in own money', () => {
  expect(getDecisions('settlement_odd')).toEqual(['ask', 'resolve']);
  expect(getDecisions('ledger_broken')).toEqual(['ask', 'resolve']);
  expect(getDecisions('cover_short')).toEqual(['ask', 'bring_in']);
});

test('calculates the amount that a decision moves, which determines the need for approval', () => {
  const facts: OpsCaseFacts = {
    ...BASE_FACTS,
    kind: 'chargeback_late',
    ...buildChargeback(500, 120, false, 60),
  };
  const amounts = { casePaise: 300, askedPaise: 70 };
  expect(calculateMovedPaise('ask', facts, amounts)).toBe(0);
  expect(calculateMovedPaise('resolve', facts, amounts)).toBe(0);
  expect(calculateMovedPaise('bring_in', facts, amounts)).toBe(70);
  expect(calculateMovedPaise('write_off', facts, amounts)).toBe(380);
  expect(calculateMovedPaise('allow_payer', facts, amounts)).toBe(0);
  expect(calculateMovedPaise('free_releases', facts, amounts)).toBe(60);
  expect(calculateMovedPaise('credit', facts, amounts)).toBe(300);
  expect(calculateMovedPaise('send_back', facts, amounts)).toBe(300);
});

test('counts no amount for expediting an unapplied refund, which is sent anyway', () => {
  const facts: OpsCaseFacts = { ...BASE_FACTS, kind: 'payment_unapplied' };
  expect(calculateMovedPaise('send_back', facts, { casePaise: 300, askedPaise: null })).toBe(0);
});

test('counts no amount when the amounts are unknown', () => {
  const facts: OpsCaseFacts = { ...BASE_FACTS, kind: 'cover_short' };
  const unknown = { casePaise: null, askedPaise: null };
  expect(calculateMovedPaise('bring_in', facts, unknown)).toBe(0);
  expect(calculateMovedPaise('write_off', facts, unknown)).toBe(0);
  expect(calculateMovedPaise('free_releases', facts, unknown)).toBe(0);
  expect(calculateMovedPaise('send_back', facts, unknown)).toBe(0);
});
