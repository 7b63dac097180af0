import { afterAll, beforeEach } from 'vitest';
import { watchMatchers } from './matchers.ts';
import { coverageFolder, forgetReads, writeRecords } from './recorder.ts';

if (coverageFolder !== undefined) {
  const folder = coverageFolder;
  watchMatchers();
  beforeEach(forgetReads);
  afterAll(() => writeRecords(folder));
}
