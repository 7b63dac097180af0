import { afterAll, beforeEach, expect } from 'vitest';
import { watchMatchers } from './matchers.ts';
import { coverageFolder, forgetReads, setRecording, writeRecords } from './recorder.ts';

if (coverageFolder !== undefined) {
  const folder = coverageFolder;
  // oxlint-disable-next-line vitest/no-standalone-expect -- it names the file
  setRecording(expect.getState().testPath?.endsWith('.wire.test.ts') ?? false);
  watchMatchers();
  beforeEach(forgetReads);
  afterAll(() => writeRecords(folder));
}
