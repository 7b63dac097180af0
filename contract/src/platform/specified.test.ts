import { expect, test } from 'vitest';
import { myJobsForm } from '../contracts/wire.ts';
import { raiseIssueForm } from '../disputes/wire.ts';
import { DOCUMENT_DAYS, ISSUE_TYPES, REVIEW_DAYS } from '../disputes/model.ts';
import { exploreJobsForm, postJobForm } from '../jobs/wire.ts';
import { JOB_SORTS, JOBS_FIRST, PAYMENT_TERMS } from '../jobs/model.ts';
import { updateProfileForm } from '../profile/wire.ts';
import { AGE_MIN, GENDERS, QUALIFICATIONS, RADII, RATE_TYPES, REFERENCES_MAX } from '../profile/model.ts';
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

test('the options of a profile match the specification', () => {
  const { fields } = updateProfileForm;
  expect(encodeOptions(fields.qualification, QUALIFICATIONS)).toEqual([
    '10th or Below 10th',
    '12th Pass',
    'Diploma',
    'Graduate',
    'Post Graduate',
    'PhD',
  ]);
  expect(encodeOptions(fields.gender, GENDERS)).toEqual([
    'Male',
    'Female',
    'Transgender',
    'Wish not to answer',
  ]);
  expect(encodeOptions(fields.rateType, RATE_TYPES)).toEqual([
    'Hourly Rate',
    'Day Rate',
    'Weekly Rate',
    'Fixed Charges',
  ]);
  expect(encodeOptions(fields.radius, RADII)).toEqual([
    'Only Local within 50 km',
    'Within the City within 100 km',
    'Within District',
    'Within State',
    'Within Country',
    'Open to anywhere',
  ]);
});

test('the options of a job, a quote and their lists match the specification', () => {
  const { budgetKind, paymentTerm } = postJobForm.fields;
  expect(encodeOptions(budgetKind, ['fixed', 'range'])).toEqual(['Fixed Price', 'Price Range']);
  expect(encodeOptions(paymentTerm, PAYMENT_TERMS)).toEqual([
    'FWS Term Payment',
    'Milestone Payment',
    'On Completion',
  ]);
  expect(encodeOptions(submitQuoteForm.fields.term, PAYMENT_TERMS)).toEqual([
    'By Terms',
    'By Milestone',
    'By Completion',
  ]);
  expect(encodeOptions(exploreJobsForm.fields.sort, JOB_SORTS)).toEqual(['latest', 'oldest', 'closing_soon']);
  expect(encodeOptions(myJobsForm.fields.filter, ['all', 'awarded', 'completed'])).toEqual([
    'All',
    'Awarded',
    'Completed',
  ]);
});

test('the types of an issue match the specification', () => {
  expect(encodeOptions(raiseIssueForm.fields.issue, ISSUE_TYPES)).toEqual([
    'Cancel Project / Service',
    'Not satisfactory',
    'Not Completed',
    'Not Available',
    "Job provider didn't turn up",
    "Job poster didn't respond",
    'Payment related',
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
