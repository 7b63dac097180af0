import { expect, test } from 'vitest';
import { findLockFault } from './locks.ts';

test.each([
  'select "id" from "quote" where "job_id" = $1 and "id" = $2 for no key update',
  'SELECT job.state FROM job JOIN contract ON contract.job_id = job.id WHERE job.id = $1 FOR NO KEY UPDATE OF job',
  'SELECT m.id FROM job JOIN milestone m ON m.job_id = job.id WHERE job.id = $1 AND m.id = $2 FOR UPDATE OF job, m',
  'select * from "job" where "id" = $1 for update skip locked',
  'select * from "withdrawal" where "transfer_id" = $1 for no key update',
  'select * from "quote" where "id" = $1',
  'select "id" from "job" where "closes_on" < $1 limit $2 for update skip locked /* on one node */',
])('lets %s pass', (statement) => {
  expect(findLockFault(statement)).toBeNull();
});

test.each([
  ['select "id" from "quote" where "id" = $1 for no key update', 'rows of quote without their job_id'],
  [
    'select "id" from "job" where "closes_on" < $1 limit $2 for update skip locked',
    'rows of job without their id',
  ],
  ['SELECT 1 FROM quote WHERE job_id = ANY($1::bigint[]) FOR UPDATE', 'rows of quote without their job_id'],
  [
    'WITH due AS (SELECT m.id FROM milestone m JOIN job ON job.id = m.job_id FOR UPDATE OF m) SELECT',
    'of milestone',
  ],
])('refuses %s', (statement, fault) => {
  expect(findLockFault(statement)).toContain(fault);
});
