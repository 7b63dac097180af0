/**
 * Points in the code where a crash is simulated, named where they are. They do nothing unless a test sets a handler; no
 * setting enables them, and production refuses handlers.
 */
export type FaultPoint =
  | 'before_commit'
  | 'after_commit'
  | 'before_reply'
  | 'outbox_claimed'
  | 'outbox_handed_on'
  | 'outbox_committed'
  | 'job_taken'
  | 'job_done'
  | 'before_provider'
  | 'after_provider'
  | 'message_claimed'
  | 'message_sent'
  | 'archive_detaching'
  | 'archive_detached'
  | 'archive_uploaded'
  | 'archive_recorded';

let handler: ((point: FaultPoint) => void) | null = null;

export function reachFaultPoint(point: FaultPoint): void {
  handler?.(point);
}

/** For tests: sets what happens at the points from now on. */
export function setFaultPointHandler(handle: (point: FaultPoint) => void): void {
  if (process.env['NODE_ENV'] === 'production') throw new Error('fault points are for tests only');
  handler = handle;
}
