import { expect, test } from 'vitest';
import { DOCUMENT_DAYS, REVIEW_DAYS } from '../disputes/model.ts';
import { JOBS_FIRST, PAYMENT_TERMS } from '../jobs/model.ts';
import { AGE_MIN, REFERENCES_MAX } from '../profile/model.ts';
import { submitQuoteForm } from '../quotes/wire.ts';
import { ATTACHMENT_MAX_BYTES } from './limits.ts';

// Texts and numbers that other clients take from the specification. Changing one here breaks them.

type OptionField = string | { toWire: (option: never) => string; fromWire: (text: string) => unknown };

/** The wire texts of a list of options, in order. Also checks that each text decodes to its option. */
function encodeOptions(field: OptionField, options: readonly string[]): string[] {
  if (typeof field === 'string') throw new TypeError(`${field} has no options`);
  return options.map((option) => {
    const text = field.toWire(option as never);
    expect(field.fromWire(text)).toBe(option);
    return text;
  });
}

test('the options of a quote match the specification', () => {
  expect(encodeOptions(submitQuoteForm.fields.term, PAYMENT_TERMS)).toEqual([
    'By Terms',
    'By Milestone',
    'By Completion',
  ]);
});

test('the limits match the specification', () => {
  expect({ JOBS_FIRST, ATTACHMENT_MAX_BYTES, AGE_MIN, REFERENCES_MAX, DOCUMENT_DAYS, REVIEW_DAYS }).toEqual({
    JOBS_FIRST: 3,
    ATTACHMENT_MAX_BYTES: 10_000_000,
    AGE_MIN: 18,
    REFERENCES_MAX: 2,
    DOCUMENT_DAYS: 7,
    REVIEW_DAYS: 5,
  });
});
