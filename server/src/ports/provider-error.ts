/**
 * How a provider call ended when it did not answer as asked.
 * `rejected`: the provider understood and said no; it will say no again.
 * `unknown`: no trustworthy answer (time-out, cut connection, 5xx). It may have happened: ask, never repeat blindly.
 * `limited`: the provider's rate limit; nothing happened, retry after `retryAfterMs`.
 */
export class ProviderError extends Error {
  readonly outcome: 'rejected' | 'unknown' | 'limited';
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor(outcome: ProviderError['outcome'], code: string, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ProviderError';
    this.outcome = outcome;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
