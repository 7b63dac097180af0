import { coverageFolder, noteHit, recordReads } from './recorder.ts';

/** Records that a call succeeded, and which fields of its reply the test compares. */
export function recordReply<T extends object>(call: string, reply: T, httpStatus: number): T {
  if (coverageFolder === undefined || httpStatus !== 200) return reply;
  noteHit(call);
  return recordReads(reply, (path) => [`${call} ${path}`]);
}
