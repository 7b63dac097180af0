import { expect, test } from 'vitest';
import type { ChangeOrder, Contract } from '@fws/contract/contracts/schemas';
import {
  addPlanRow,
  createPlanDraft,
  fitPlanDraft,
  readPlanDraft,
  sumPlanPaise,
  togglePlanRow,
  toWantedValues,
} from './planDraft.ts';

const milestone = (id: number, position: number, fund: string) => ({
  id,
  position,
  name: `Part ${position}`,
  amountPaise: position * 100_00,
  fund,
  work: 'not_started',
  onHold: false,
});
const contract = {
  finishBy: '2026-12-20',
  // The fifth was removed.
  change: { nextPosition: 6 },
  milestones: [milestone(7, 1, 'funded'), milestone(8, 2, 'unfunded'), milestone(9, 4, 'unfunded')],
} as unknown as Contract;

test('begins with what nobody has paid for, as it is', () => {
  const draft = createPlanDraft(contract, null);
  expect(draft).toEqual({
    rows: [
      { key: 2, milestoneId: 8, number: 2, name: 'Part 2', amount: '200', removed: false },
      { key: 4, milestoneId: 9, number: 4, name: 'Part 4', amount: '400', removed: false },
    ],
    finishBy: '2026-12-20',
    note: '',
  });
  expect(sumPlanPaise(draft, contract)).toBe(700_00);
});

test('an answer begins with what the other side proposes', () => {
  const change = {
    finishBy: '2026-12-24',
    rows: [
      { kind: 'kept', milestoneId: 7, position: 1, name: 'Part 1', amountPaise: 100_00 },
      { kind: 'changed', milestoneId: 8, position: 2, name: 'Walls', amountPaise: 150_00 },
      { kind: 'removed', milestoneId: 9, position: 4, name: null, amountPaise: null },
      { kind: 'added', milestoneId: null, position: 5, name: 'Loft', amountPaise: 900_50 },
    ],
  } as unknown as ChangeOrder;
  const draft = createPlanDraft(contract, change);
  expect(draft.rows.map(({ name, amount, removed }) => [name, amount, removed])).toEqual([
    ['Walls', '150', false],
    ['Part 4', '400', true],
    ['Loft', '900.50', false],
  ]);
  expect(draft.finishBy).toBe('2026-12-24');
});

test('sends the rows, what is removed, and a day only where it is another', () => {
  let draft = addPlanRow(createPlanDraft(contract, null), contract);
  draft = togglePlanRow(draft, 2);
  draft = {
    ...draft,
    rows: draft.rows.map((row) => (row.key === 6 ? { ...row, name: 'Loft', amount: '90' } : row)),
  };
  expect(toWantedValues(draft, '2026-12-20')).toEqual({
    milestoneIds: ['9', ''],
    milestoneNames: ['Part 4', 'Loft'],
    milestoneAmountTexts: ['400', '90'],
    removedIds: ['8'],
    finishBy: '',
    note: '',
  });
  expect(toWantedValues({ ...draft, finishBy: '2026-12-21' }, '2026-12-20').finishBy).toBe('2026-12-21');
  expect(sumPlanPaise(draft, contract)).toBe(590_00);
});

test('a removed milestone can be put back, and a new one just goes', () => {
  const draft = addPlanRow(createPlanDraft(contract, null), contract);
  expect(togglePlanRow(togglePlanRow(draft, 2), 2)).toEqual(draft);
  expect(togglePlanRow(draft, 6).rows.map(({ key }) => key)).toEqual([2, 4]);
});

test('reads a stored draft, and nothing else', () => {
  const draft = createPlanDraft(contract, null);
  expect(readPlanDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  for (const other of [null, 'x', {}, { rows: [{}], finishBy: '', note: '' }])
    expect(readPlanDraft(other)).toBeUndefined();
});

test('a draft loses the milestones that were paid since it was written, and keeps what was typed', () => {
  const draft = addPlanRow(createPlanDraft(contract, null), contract);
  const paid = {
    ...contract,
    milestones: [milestone(7, 1, 'funded'), milestone(8, 2, 'funded'), milestone(9, 4, 'unfunded')],
  } as unknown as Contract;
  expect(sumPlanPaise(draft, paid)).toBe(900_00);
  const current = fitPlanDraft(draft, paid, null);
  expect(current.rows.map(({ milestoneId }) => milestoneId)).toEqual([9, null]);
  expect(sumPlanPaise(current, paid)).toBe(700_00);
  expect(fitPlanDraft(current, paid, null)).toEqual(current);
});

test('a draft gains the milestones whose payment ended unpaid since it was written', () => {
  const begun = {
    ...contract,
    milestones: [milestone(7, 1, 'funding_pending'), milestone(8, 2, 'unfunded')],
  } as unknown as Contract;
  let draft = createPlanDraft(begun, null);
  draft = { ...draft, rows: draft.rows.map((row) => ({ ...row, amount: '50' })) };
  const ended = {
    ...begun,
    milestones: [milestone(7, 1, 'unfunded'), milestone(8, 2, 'unfunded')],
  } as Contract;
  const current = fitPlanDraft(draft, ended, null);
  expect(current.rows.map(({ milestoneId, amount }) => [milestoneId, amount])).toEqual([
    [7, '100'],
    [8, '50'],
  ]);
  expect(sumPlanPaise(current, ended)).toBe(150_00);
});

test('numbers new milestones as the server will, also after one of them went', () => {
  const draft = addPlanRow(addPlanRow(createPlanDraft(contract, null), contract), contract);
  expect(draft.rows.map(({ number }) => number)).toEqual([2, 4, 6, 7]);
  const fewer = fitPlanDraft(togglePlanRow(draft, 6), contract, null);
  expect(addPlanRow(fewer, contract).rows.map(({ key, number }) => [key, number])).toEqual([
    [2, 2],
    [4, 4],
    [7, 6],
    [8, 7],
  ]);
});
