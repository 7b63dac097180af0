/**
 * Names of tables, routes, tasks, providers and codes, numbers of attempts. Never values of users: no parameters of
 * statements, no query strings, no bodies, no messages of errors.
 */
export type SpanAttributes = Record<string, string | number | boolean>;

/** One step of a trace. It exists only in work that was selected for tracing. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  setAttributes(attributes: SpanAttributes): void;
  /** Marks the step as failed. `errorType` is a class or a code, never a message. */
  fail(errorType: string): void;
  end(): void;
}
