import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DOCUMENT_DAYS, REVIEW_DAYS } from '../disputes/model.ts';
import { JOBS_FIRST } from '../jobs/model.ts';
import { AGE_MIN, REFERENCES_MAX } from '../profile/model.ts';
import { ATTACHMENT_MAX_BYTES } from './limits.ts';

// Numbers and messages that other clients take from the specification. Changing one here breaks them. The texts of
// options: server/src/legacy/options.test.ts.

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

/** The messages of the specification that screens word otherwise: the folder `screens` of each locale. */
const SPECIFIED = {
  'jobs.title_required': 'Please Enter valid jobtitle',
  'jobs.category_required': 'Please select a category',
  'jobs.location_required': 'Please enter a valid location',
  'jobs.take_work_required': 'Please enter a valid Take the work',
  'jobs.skills_required': 'Please add valid skills',
  'jobs.budget_required': 'Please select a budget',
  'jobs.amount_required': 'Please enter a valid amount',
  'jobs.from_required': 'Please enter a valid range from amount',
  'jobs.to_required': 'Please enter a valid range to amount',
  'jobs.closes_required': 'Please select a Targeted close date',
  'jobs.payment_term_required': 'Please select a Payment Terms',
  'identity.email_required': 'Please enter valid Email',
  'identity.email_invalid': 'Please enter valid Email',
  'identity.mobile_required': 'Please enter valid Mobile Number',
  'identity.mobile_invalid': 'Please enter valid Mobile Number',
  'identity.password_rule': 'Password Must Contain 8 Characters, Letters and Numbers only',
  'identity.confirm_password_required': 'Please enter confirm password',
  'identity.old_password_required': 'Please enter old password',
  'identity.new_password_required': 'Please enter new password',
  'identity.otp_required': 'Please enter one time password',
  'identity.terms_required': 'Please Accept the terms and Condition',
  'identity.location_required': 'Please enter a valid location',
  'profile.years_required': 'Please enter Total year',
  'profile.company_required': 'Please enter Company Name',
  'profile.from_required': 'Please enter From year',
  'profile.to_required': 'Please enter To year',
  'profile.rate_required': 'Please enter projectrate amount',
  'disputes.job_required': 'Please select a JobId',
  'disputes.issue_required': 'Please select an Issue',
  'disputes.details_required': 'Please enter valid details',
  'business.name_required': 'Enter valid name',
  'business.purpose_required': 'Enter valid purpose',
  'business.heard_from_required': 'Enter valid details',
  'business.company_required': 'Enter valid company',
  'business.phone_required': 'Enter valid mobilenumber',
  'business.email_required': 'Enter valid email',
  'business.address_required': 'Enter valid address',
  'business.requirement_required': 'Enter valid details',
  'common.something_wrong': 'Something went wrong! please try again later!!',
  'common.position_invalid': 'Sorry Not available!',
  'contracts.payment_status': 'Please Wait...',
};

/** Refusals that name a call to other clients, and a button or a field on our screens. */
const NAMES_A_CALL = [
  'identity.confirm_first',
  'identity.prove_device',
  'identity.session_limited',
  'identity.step_up',
  'payouts.confirm_first',
  'payouts.confirm_upi_first',
];

const LOCALES_FOLDER = fileURLToPath(new URL('../../locales', import.meta.url));

function readTexts(folder: string): Record<string, string> {
  const files = readdirSync(`${LOCALES_FOLDER}/${folder}`).filter((name) => name.endsWith('.json'));
  const texts = files.map(
    (name) => JSON.parse(readFileSync(`${LOCALES_FOLDER}/${folder}/${name}`, 'utf8')) as object,
  );
  return Object.assign({}, ...texts) as Record<string, string>;
}

test('the messages match the specification', () => {
  expect(readTexts('en')).toMatchObject(SPECIFIED);
});

test.each(['en', 'hi'])('the screens in %s have another wording for these messages only', (locale) => {
  expect(Object.keys(readTexts(`${locale}/screens`)).toSorted()).toEqual(
    [...Object.keys(SPECIFIED), ...NAMES_A_CALL].toSorted(),
  );
});

test('the English screens do not repeat the specification', () => {
  const screens = readTexts('en/screens');
  expect(Object.entries(SPECIFIED).filter(([id, text]) => screens[id] === text)).toEqual([]);
});
