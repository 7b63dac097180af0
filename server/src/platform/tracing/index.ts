import { getWorkContext, runInContext } from '../work-context.ts';
import type { Span, SpanAttributes } from './span.ts';

export type { Span, SpanAttributes } from './span.ts';

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

export interface SpanParent {
  traceId: string;
  spanId: string;
}

export interface Tracer {
  /** The part of requests and tasks that is traced, from 0 to 1. */
  readonly ratio: number;
  /** Whether a trusted proxy decides which requests are traced, and under which id. */
  readonly acceptsProxyTraces: boolean;
  startSpan(name: string, kind: SpanKind, attributes: SpanAttributes, parent: SpanParent | null): Span;
}

/** Null while tracing is off: then every function below returns after this check. */
let tracer: Tracer | null = null;

export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export const acceptsProxyTraces = (): boolean => tracer?.acceptsProxyTraces ?? false;

/**
 * Starts the first span that this process makes of a request or a task. With a `traceparent` it continues that trace
 * if it is recorded; otherwise chance decides. Null: it is not traced.
 */
export function startRootSpan(
  name: string,
  kind: SpanKind,
  attributes: SpanAttributes,
  traceparent?: string,
): Span | null {
  if (tracer === null) return null;
  const parent = traceparent === undefined ? null : parseTraceparent(traceparent);
  const isSelected = parent === null ? Math.random() < tracer.ratio : parent.isRecorded;
  return isSelected ? tracer.startSpan(name, kind, attributes, parent) : null;
}

/** The span of the current work. Null: it is not traced. */
export const getCurrentSpan = (): Span | null => (tracer === null ? null : (getWorkContext()?.span ?? null));

/** Starts a step of the current work. Null: the work is not traced. */
export function startChildSpan(name: string, kind: SpanKind, attributes: SpanAttributes): Span | null {
  const parent = getCurrentSpan();
  return tracer === null || parent === null ? null : tracer.startSpan(name, kind, attributes, parent);
}

/** Runs `work` as a step of the current work, if that is traced. What `work` starts is part of the step. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const context = tracer === null ? undefined : getWorkContext();
  const span = context?.span ? startChildSpan(name, kind, {}) : null;
  if (span === null || context === undefined) return work(null);
  return runInContext({ ...context, span }, () => endWith(span, work));
}

/** Ends the span when `work` settles. */
export async function endWith<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await work(span);
  } catch (error) {
    span.fail(getErrorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The code or the class of an error: its message may hold values. */
export function getErrorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^[\w.-]{1,60}$/.test(code) ? code : error.name;
}

export const formatTraceparent = ({ traceId, spanId }: SpanParent): string => `00-${traceId}-${spanId}-01`;

/** Null for a text that is not in the format of W3C Trace Context: then a new trace begins. */
export function parseTraceparent(text: string): (SpanParent & { isRecorded: boolean }) | null {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? [];
  if (!/[^0]/.test(traceId) || !/[^0]/.test(spanId)) return null;
  return { traceId, spanId, isRecorded: (Number.parseInt(flags, 16) & 1) === 1 };
}
