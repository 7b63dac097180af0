import { afterAll, beforeEach } from 'vitest';
import { refuseWideLocks } from './locks.ts';
import { watchMatchers } from './matchers.ts';
import { coverageFolder, forgetReads, writeRecords } from './recorder.ts';

refuseWideLocks();

if (coverageFolder !== undefined) {
  const folder = coverageFolder;
  watchMatchers();
  beforeEach(forgetReads);
  afterAll(() => writeRecords(folder));
}
