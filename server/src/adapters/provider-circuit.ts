import { circuitBreaker, BrokenCircuitError, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import { ProviderError } from '../ports/provider-error.ts';
import { watchProvider } from './provider-watch.ts';

export interface CircuitSettings {
  /** After this many consecutive calls without an answer the circuit opens. */
  failures: number;
  /** After this time one call may test whether the provider answers again. */
  restMs: number;
}

const DEFAULT_SETTINGS: CircuitSettings = { failures: 5, restMs: 10_000 };

/** The circuit breaker for one product of one provider. */
export interface ProviderCircuit {
  /**
   * Runs a call unless it cannot succeed: while the provider does not answer, or has limited calls for that resource,
   * the outcome is `limited` immediately and nothing is sent.
   */
  run<Answer>(resource: string, call: () => Promise<Answer>): Promise<Answer>;
  /** Records how long the provider wants no more calls for that resource. */
  pauseFor(resource: string, waitMs: number): void;
}

export function createProviderCircuit(
  provider: string,
  settings: CircuitSettings = DEFAULT_SETTINGS,
): ProviderCircuit {
  // A refusal or a rate limit is an answer; only silence opens the circuit.
  const isSilence = (error: Error) => error instanceof ProviderError && error.outcome === 'unknown';
  const breaker = circuitBreaker(handleWhen(isSilence), {
    breaker: new ConsecutiveBreaker(settings.failures),
    halfOpenAfter: settings.restMs,
  });
  const watch = watchProvider(provider);
  breaker.onBreak(() => watch.setOpen(true));
  breaker.onReset(() => watch.setOpen(false));
  const quietUntilMs = new Map<string, number>();

  return {
    async run(resource, call) {
      const waitMs = (quietUntilMs.get(resource) ?? 0) - Date.now();
      if (waitMs > 0) {
        watch.countUnsent(resource, 'limited');
        throw new ProviderError('limited', 'rate_limited', `${provider}: too many calls`, waitMs);
      }
      try {
        return await breaker.execute(() => watch.measure(resource, call));
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        watch.countUnsent(resource, 'circuit_open');
        throw new ProviderError('limited', 'circuit_open', `${provider} does not answer`, settings.restMs);
      }
    },

    pauseFor(resource, waitMs) {
      quietUntilMs.set(resource, Date.now() + waitMs);
    },
  };
}
