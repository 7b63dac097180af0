import * as calls from '@fws/contract/reliability/calls';
import { pageFields } from './shared.ts';
import { translateCall } from './translation.ts';

export const reliabilityTranslations = [
  translateCall(calls.myReliability, { fields: pageFields }),
  translateCall(calls.jobOutcome, { fields: { jobId: 'job_id' } }),
  translateCall(calls.contestOutcome, { fields: { jobId: 'job_id', text: 'text' } }),
];
