import { ProviderError } from '../ports/provider-error.ts';

const ANSWER_WITHIN_MS = 8000;
const WAIT_WHEN_LIMITED_MS = 60_000;

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
}

export interface ProviderAnswer {
  status: number;
  body: unknown;
}

/** One JSON call. Returns what the provider understood (2xx and 4xx); everything else is a `ProviderError`. */
export async function callProvider(request: ProviderRequest): Promise<ProviderAnswer> {
  const answer = await send(request);
  if (answer.status === 429) {
    throw new ProviderError('limited', 'rate_limited', 'too many calls', retryAfterMs(answer.headers));
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
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
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

function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-ratelimit-retry') ?? '');
  return seconds > 0 ? seconds * 1000 : WAIT_WHEN_LIMITED_MS;
}
