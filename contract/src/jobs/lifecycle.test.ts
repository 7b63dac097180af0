import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { jobLifecycle } from './lifecycle.ts';

test('a job has exactly these transitions', () => {
  expect(describeLifecycle(jobLifecycle)).toEqual([
    'job: open, withheld, awarded, in_progress, ending, completed, expired, cancelled; from open to completed or expired or cancelled',
    'award: open → awarded, by poster',
    'begin: awarded → in_progress, by system',
    'end: awarded or in_progress → ending, by poster or worker; tells the poster job_ending; tells the worker job_ending',
    'complete: awarded or in_progress or ending → completed, by system; tells the poster job_completed; tells the worker job_completed',
    'expire: open → expired, by system; tells the poster job_expired; expire_jobs: target close date passed',
    'cancel: open or awarded or in_progress or ending → cancelled, by poster or worker or system; tells the poster contract_cancelled; tells the worker contract_cancelled',
    'close_unpaid: awarded or in_progress or ending → cancelled, by system',
    'withhold: open → withheld, by admin or system',
    'offer_again: withheld → open, by admin or system',
  ]);
  expect(describeRepetitions(jobLifecycle)).toEqual([
    'begin: in_progress',
    'end: ending',
    'complete: completed',
    'expire: expired',
    'cancel: cancelled',
    'close_unpaid: cancelled',
    'withhold: withheld',
    'offer_again: open',
  ]);
});
