/**
 * The steps between which a process may die, named where they are. Nothing happens at them unless a test asked for it;
 * no setting reaches them, and in production nobody may ask.
 */
export type FaultPoint =
  | 'before_commit'
  | 'after_commit'
  | 'before_reply'
  | 'job_taken'
  | 'job_done'
  | 'before_provider'
  | 'after_provider';

let handler: ((point: FaultPoint) => void) | null = null;

export function faultPoint(point: FaultPoint): void {
  handler?.(point);
}

/** For tests: what happens at the points from here on. */
export function onFaultPoint(handle: (point: FaultPoint) => void): void {
  if (process.env['NODE_ENV'] === 'production') throw new Error('fault points are for tests only');
  handler = handle;
}
