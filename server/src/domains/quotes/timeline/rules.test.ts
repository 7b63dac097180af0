import { expect, test } from 'vitest';
import { listEvents, type QuoteStep } from './rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 6, minute));
const quote = (change: Partial<QuoteStep> = {}): QuoteStep => ({
  id: 1,
  state: 'submitted',
  bidPaise: 1500_00,
  createdAt: at(0),
  decidedAt: null,
  step: null,
  ...change,
});

test('a quote without a history was sent', () => {
  expect(listEvents([quote()])).toEqual([{ kind: 'quote_sent', amountPaise: 1500_00, at: at(0) }]);
});

test('each step of a history is an event with the amount that it names', () => {
  const steps = [
    { kind: 'offered', amountPaise: 1500_00, at: at(0) },
    { kind: 'edited', amountPaise: 1400_00, at: at(1) },
    { kind: 'asked', amountPaise: null, at: at(2) },
    { kind: 'revised', amountPaise: 1300_00, at: at(3) },
    { kind: 'declined', amountPaise: null, at: at(4) },
  ] as const;
  const rows = steps.map((step) => quote({ state: 'declined', decidedAt: at(4), bidPaise: 1300_00, step }));
  expect(listEvents(rows)).toEqual([
    { kind: 'quote_sent', amountPaise: 1500_00, at: at(0) },
    { kind: 'quote_changed', amountPaise: 1400_00, at: at(1) },
    { kind: 'quote_asked', amountPaise: null, at: at(2) },
    { kind: 'quote_revised', amountPaise: 1300_00, at: at(3) },
    { kind: 'quote_declined', amountPaise: null, at: at(4) },
  ]);
});

test.each([
  ['accepted', null],
  ['declined', null],
  ['withheld', null],
  ['cancelled', 'quote_withdrawn'],
  ['not_selected', 'quote_not_selected'],
  ['lapsed', 'quote_lapsed'],
] as const)('the end of a quote that is %s is said once, by: %s', (state, kind) => {
  const step = (minute: number) => ({ kind: 'offered', amountPaise: 1500_00, at: at(minute) }) as const;
  const rows = [0, 1].map((minute) => quote({ state, decidedAt: at(9), step: step(minute) }));
  const ends = listEvents([...rows, quote({ id: 2, createdAt: at(10) })]).filter(
    (event) => event.kind !== 'quote_sent',
  );
  expect(ends).toEqual(kind === null ? [] : [{ kind, amountPaise: null, at: at(9) }]);
});
