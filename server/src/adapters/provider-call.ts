import { reachFaultPoint } from '../platform/fault-point.ts';
import { ProviderError } from '../ports/provider-error.ts';
import { createDeadlineSignal } from './deadline.ts';
import type { ProviderCircuit } from './provider-circuit.ts';

const ANSWER_WITHIN_MS = 6000;
const WAIT_WHEN_LIMITED_MS = 60_000;
/** Upper bound, whatever the header says. */
const LONGEST_WAIT_MS = 3600_000;

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
}

export interface ProviderStatus {
  status: number;
  body: unknown;
}

/**
 * Makes one JSON call. Returns answers that the provider understood (2xx and 4xx) and throws a `ProviderError` for all
 * others. Never retries: the task must find out by id whether the call took effect.
 */
export function callProvider(circuit: ProviderCircuit, request: ProviderRequest): Promise<ProviderStatus> {
  const resource = toResource(request);
  return circuit.run(resource, () => callOnce(request, (waitMs) => circuit.pauseFor(resource, waitMs)));
}

/** The key of a provider's rate limit: `POST orders/payments`, without the ids between the names. */
function toResource({ method, url }: ProviderRequest): string {
  const names = new URL(url).pathname.split('/').filter((part) => /^[a-z_-]+$/.test(part));
  return `${method} ${names.join('/')}`;
}

async function callOnce(
  request: ProviderRequest,
  onLimit: (waitMs: number) => void,
): Promise<ProviderStatus> {
  reachFaultPoint('before_provider');
  const answer = await send(request);
  reachFaultPoint('after_provider');
  if (answer.status === 429) {
    const waitMs = parseRetryAfterMs(answer.headers);
    if (waitMs !== null) onLimit(waitMs);
    throw new ProviderError('limited', 'rate_limited', 'too many calls', waitMs ?? WAIT_WHEN_LIMITED_MS);
  }
  if (answer.status >= 500 || answer.status === 408) {
    throw new ProviderError('unknown', `http_${answer.status}`, `the provider answered ${answer.status}`);
  }
  return { status: answer.status, body: parse(answer.text) };
}

async function send(request: ProviderRequest): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...request.headers },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      redirect: 'error',
      signal: createDeadlineSignal(ANSWER_WITHIN_MS),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const code = error instanceof Error && error.name === 'TimeoutError' ? 'timed_out' : 'no_answer';
    throw new ProviderError('unknown', code, 'the provider did not answer');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderError('unknown', 'unreadable_answer', 'the provider did not answer in JSON');
  }
}

/** Null when no header gives a time. */
function parseRetryAfterMs(headers: Headers): number | null {
  const headerValues = ['retry-after', 'x-ratelimit-retry', 'x-ratelimit-reset'].map((name) =>
    headers.get(name),
  );
  const seconds = Number(headerValues.find((value) => value !== null) ?? '');
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : null;
}
