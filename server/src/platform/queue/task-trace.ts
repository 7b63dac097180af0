import type { Job } from 'graphile-worker';
import { taskDurations, taskOutcomes } from './task-metrics.ts';
import {
  formatTraceparent,
  getCurrentSpan,
  getErrorType,
  parseTraceparent,
  startRootSpan,
} from '../tracing/index.ts';
import { runInContext } from '../work-context.ts';

/**
 * The entry of a payload that names the traced request which has enqueued the task. Handlers do not see it, because the
 * schema of a payload drops what it does not know; nor do those of a version that does not know traces.
 */
const TRACE_ENTRY = '_traceparent';

/** Lets tasks continue the trace of the work that enqueues them. Returns the rows as they are if it is not traced. */
export function addTrace<Row extends { task: string | null; payload: object }>(
  rows: readonly Row[],
): readonly Row[] {
  const span = getCurrentSpan();
  if (span === null) return rows;
  const entry = { [TRACE_ENTRY]: formatTraceparent(span) };
  return rows.map((row) => (row.task === null ? row : { ...row, payload: { ...row.payload, ...entry } }));
}

function findTraceparent(payload: unknown): string | undefined {
  const isTraced = typeof payload === 'object' && payload !== null && TRACE_ENTRY in payload;
  return isTraced && typeof payload[TRACE_ENTRY] === 'string' ? payload[TRACE_ENTRY] : undefined;
}

/** For a line of the log about a task that is not running. */
export function findTraceId(payload: unknown): { traceId?: string } {
  const parent = parseTraceparent(findTraceparent(payload) ?? '');
  return parent === null ? {} : { traceId: parent.traceId };
}

/** Runs a task with a span of its own, if it is traced. What the task logs has its name. */
export function runInTask(job: Job, work: () => Promise<'done' | 'postponed'>): Promise<void> {
  const { task_identifier: task, attempts, payload } = job;
  const attributes = { 'fws.task': task, 'fws.attempt': attempts };
  const span = startRootSpan(`task ${task}`, 'consumer', attributes, findTraceparent(payload));
  const startedAt = performance.now();
  return runInContext({ requestId: null, task, span }, async () => {
    let outcome: 'done' | 'postponed' | 'failed' = 'failed';
    try {
      outcome = await work();
    } catch (error) {
      span?.fail(getErrorType(error));
      throw error;
    } finally {
      taskOutcomes.inc({ task, outcome });
      taskDurations.observe({ task }, (performance.now() - startedAt) / 1000);
      span?.setAttributes({ 'fws.outcome': outcome });
      span?.end();
    }
  });
}
