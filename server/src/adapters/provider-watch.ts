import { Counter, Gauge, Histogram } from 'prom-client';
import { processMetrics } from '../platform/metrics.ts';
import { getErrorType, inSpan } from '../platform/tracing/index.ts';
import { ProviderError } from '../ports/provider-error.ts';

const durations = new Histogram({
  name: 'fws_provider_request_duration_seconds',
  help: 'How long calls to outside services took',
  labelNames: ['provider', 'operation'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 6],
  registers: [processMetrics],
});

const outcomes = new Counter({
  name: 'fws_provider_requests',
  help: 'Calls to outside services: ok, refused, failed (no answer or 5xx), limited, or not sent as the circuit is open',
  labelNames: ['provider', 'operation', 'outcome'],
  registers: [processMetrics],
});

type CallOutcome = 'ok' | 'refused' | 'failed' | 'limited' | 'circuit_open';

const openCircuits = new Gauge({
  name: 'fws_provider_circuit_open',
  help: '1 while a service does not answer and calls to it are not sent; it stays until a call succeeds',
  labelNames: ['provider'],
  registers: [processMetrics],
});

/** An operation is a method and the names of a path. More than this from one provider would be ids. */
const OPERATIONS_MAX = 40;

/** Counts the calls of one provider, and shows those of traced work as spans. */
export interface ProviderWatch {
  /** Measures a call that is sent. */
  measure<Answer>(operation: string, call: () => Promise<Answer>): Promise<Answer>;
  /** Counts a call that is not sent. */
  countUnsent(operation: string, outcome: 'limited' | 'circuit_open'): void;
  setOpen(isOpen: boolean): void;
}

export function watchProvider(provider: string): ProviderWatch {
  const operations = new Set<string>();
  let wasOpen = false;
  openCircuits.inc({ provider }, 0);
  const toOperation = (name: string): string => {
    if (operations.size < OPERATIONS_MAX) operations.add(name);
    return operations.has(name) ? name : 'other';
  };
  return {
    measure(name, call) {
      const operation = toOperation(name);
      return inSpan(`${provider} ${operation}`, 'client', async (span) => {
        const startedAt = performance.now();
        let outcome: CallOutcome = 'failed';
        let error: unknown;
        try {
          const answer = await call();
          outcome = isRefusal(answer) ? 'refused' : 'ok';
          return answer;
        } catch (caught) {
          error = caught;
          outcome = toFailedOutcome(caught);
          throw caught;
        } finally {
          durations.observe({ provider, operation }, (performance.now() - startedAt) / 1000);
          outcomes.inc({ provider, operation, outcome });
          span?.setAttributes({
            'fws.provider': provider,
            'fws.outcome': outcome,
            ...(error === undefined ? {} : { 'fws.code': getErrorType(error) }),
          });
        }
      });
    },
    countUnsent(name, outcome) {
      outcomes.inc({ provider, operation: toOperation(name), outcome });
    },
    setOpen(isOpen) {
      // Products of one provider may share a name, so this counts.
      if (isOpen !== wasOpen) openCircuits.inc({ provider }, isOpen ? 1 : -1);
      wasOpen = isOpen;
    },
  };
}

/** An answer of `callProvider` with a status of 4xx. */
const isRefusal = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'status' in answer &&
  typeof answer.status === 'number' &&
  answer.status >= 400;

const OUTCOMES = { rejected: 'refused', limited: 'limited', unknown: 'failed' } as const;

/** What became of a call or a message that threw this. */
export const toFailedOutcome = (error: unknown): 'refused' | 'limited' | 'failed' =>
  error instanceof ProviderError ? OUTCOMES[error.outcome] : 'failed';
