import type { AnyCall } from '@fws/contract/platform/call';
import { exploreMyJobs, moveFund, moveWork } from '@fws/contract/contracts/calls';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { exploreJobs, postJob } from '@fws/contract/jobs/calls';
import { submitIdentity } from '@fws/contract/kyc/calls';
import { socialLogin } from '@fws/contract/identity/calls';
import { submitQuote } from '@fws/contract/quotes/calls';
import { updateProfile } from '@fws/contract/profile/calls';
import { expect, test } from 'vitest';
import { findFormats } from './index.ts';

// Texts that clients take from the specification. Changing one here breaks them.

/** The values that the texts of a field are read as, in order. */
async function readTexts(call: object, wireName: string, name: string, texts: string[]): Promise<unknown[]> {
  const { legacy } = findFormats(call as AnyCall);
  const values = texts.map((text) => legacy.readValues({ [wireName]: text }));
  return (await Promise.all(values)).map((value) => value[name]);
}

test('reads the options of a job', async () => {
  expect(await readTexts(postJob, 'budjet', 'budgetKind', ['Fixed Price', 'Price Range'])).toEqual([
    'fixed',
    'range',
  ]);
  const terms = ['FWS Term Payment', 'Milestone Payment', 'On Completion'];
  expect(await readTexts(postJob, 'payment_term', 'paymentTerm', terms)).toEqual([
    'terms',
    'milestone',
    'completion',
  ]);
});

test('reads the sorts of the jobs list', async () => {
  const sorts = ['latest', 'oldest', 'closing_soon'];
  expect(await readTexts(exploreJobs, 'sort', 'sort', sorts)).toEqual(sorts);
});

test('reads the options of a profile', async () => {
  const qualifications = ['10th or Below 10th', '12th Pass', 'Diploma', 'Graduate', 'Post Graduate', 'PhD'];
  expect(await readTexts(updateProfile, 'qualification', 'qualification', qualifications)).toEqual([
    'tenth',
    'twelfth',
    'diploma',
    'graduate',
    'postgraduate',
    'phd',
  ]);
  const genders = ['Male', 'Female', 'Transgender', 'Wish not to answer'];
  expect(await readTexts(updateProfile, 'gender', 'gender', genders)).toEqual([
    'male',
    'female',
    'transgender',
    'unsaid',
  ]);
  const rates = ['Hourly Rate', 'Day Rate', 'Weekly Rate', 'Fixed Charges'];
  expect(await readTexts(updateProfile, 'project_rate_type', 'rateType', rates)).toEqual([
    'hourly',
    'day',
    'weekly',
    'fixed',
  ]);
  const radii = [
    'Only Local within 50 km',
    'Within the City within 100 km',
    'Within District',
    'Within State',
    'Within Country',
    'Open to anywhere',
  ];
  expect(await readTexts(updateProfile, 'project_take_from', 'radius', radii)).toEqual([
    'local',
    'city',
    'district',
    'state',
    'country',
    'anywhere',
  ]);
});

test('reads the types of a login with an issuer', async () => {
  expect(await readTexts(socialLogin, 'type', 'provider', ['gmail_login', 'fb_login'])).toEqual([
    'google',
    'facebook',
  ]);
});

test('reads the filters of the own jobs', async () => {
  expect(await readTexts(exploreMyJobs, 'job_type', 'scope', ['1', '2'])).toEqual(['ongoing', 'all']);
  expect(await readTexts(exploreMyJobs, 'filter', 'filter', ['All', 'Awarded', 'Completed'])).toEqual([
    'all',
    'awarded',
    'completed',
  ]);
});

test('reads the steps of a milestone', async () => {
  const fundSteps = ['Completed', 'Release Fund', 'Payment Funded'];
  expect(await readTexts(moveFund, 'milestone_status', 'step', fundSteps)).toEqual([
    'funded',
    'accepted',
    'released',
  ]);
  const workSteps = ['Completed', 'Request To Pay', 'Payment Requested'];
  expect(await readTexts(moveWork, 'milestone_status', 'step', workSteps)).toEqual([
    'started',
    'completed',
    'payment_requested',
  ]);
});

test('reads the types of an issue', async () => {
  const types = [
    'Cancel Project / Service',
    'Not satisfactory',
    'Not Completed',
    'Not Available',
    "Job provider didn't turn up",
    "Job poster didn't respond",
    'Payment related',
  ];
  expect(await readTexts(raiseIssue, 'complaint', 'issue', types)).toEqual([
    'cancel_project',
    'not_satisfactory',
    'not_completed',
    'not_available',
    'provider_absent',
    'poster_silent',
    'payment',
  ]);
});

test('reads the kinds of an identity number', async () => {
  expect(await readTexts(submitIdentity, 'id_proof_type', 'kind', ['1', '2', '3'])).toEqual([
    'pan',
    'gstin',
    'aadhaar',
  ]);
});

test('reads the terms of a quote', async () => {
  const terms = ['By Terms', 'By Milestone', 'By Completion'];
  expect(await readTexts(submitQuote, 'job_bid_type', 'term', terms)).toEqual([
    'terms',
    'milestone',
    'completion',
  ]);
});
