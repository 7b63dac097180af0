/**
 * A provider call that did not succeed, by outcome.
 * `rejected`: the provider understood and refused; a retry is refused again.
 * `unknown`: no reliable answer (time-out, closed connection, 5xx). It may have taken effect: look it up, never repeat
 * blindly.
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
