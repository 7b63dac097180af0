import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import type { Span } from './tracing/span.ts';

/** What this code works on: a request, or a task of the queue. Log lines and spans belong to it. */
export interface WorkContext {
  requestId: string | null;
  task: string | null;
  /** Null unless this work is traced. */
  span: Span | null;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Undefined outside of requests and tasks, e.g. in timers of the process. */
export const getWorkContext = (): WorkContext | undefined => storage.getStore();

export const runInContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work);

/** Without letters that are easily confused with digits, because people read request ids to support. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_LENGTH = 12;
const random = Buffer.alloc(ID_LENGTH * 256);
let used = random.length;

/** An id of 60 random bits, which identifies a request in the log and in messages to users. */
export function createRequestId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  let id = '';
  for (const end = used + ID_LENGTH; used < end; used += 1) id += ALPHABET[(random[used] ?? 0) % 32];
  return id;
}
