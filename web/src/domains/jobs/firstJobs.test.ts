import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { JOBS_FIRST } from '@fws/contract/jobs/model';
import { NO_FILTER } from './filter.ts';
import { bodyOf } from './firstJobs.ts';

test('the head of the page asks what the jobs list asks first', () => {
  const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
  const asked = bodyOf({ ...NO_FILTER, limit: String(JOBS_FIRST) });
  expect(page).toContain(`var body = '${asked}';`);
});
