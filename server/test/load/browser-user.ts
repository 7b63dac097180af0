import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type * as z from 'zod/mini';
import type { Call } from '@fws/contract/platform/call';
import { postOver } from '../network/post.ts';
import { TestUser, type WireAnswer } from '../user.ts';

/** The results of the calls of one or several users. */
export interface CallReport {
  calls: number;
  /** Calls whose status was not 200. */
  failures: string[];
}

/**
 * A user who calls as the web app does in a browser: over own keep-alive connections, with an idempotency key on each
 * money command. The server may close a kept-alive connection while a request is sent, so the request is repeated once
 * over a new one. Failures are recorded in the report.
 */
export class BrowserUser extends TestUser {
  readonly #report: CallReport;
  readonly #connections = new Agent({ keepAlive: true });

  constructor(url: string, person: TestUser, report: CallReport) {
    super(url, person);
    this.#report = report;
  }

  override async call<S extends z.ZodMiniType, Out>(
    call: Call<S, Out>,
    values: z.input<S>,
    options: { files?: Record<string, Blob | readonly Blob[]>; headers?: Record<string, string> } = {},
  ): Promise<WireAnswer> {
    const headers = call.money ? { 'idempotency-key': randomUUID(), ...options.headers } : options.headers;
    this.#report.calls += 1;
    try {
      const answer = await super.call(call, values, { ...options, ...(headers ? { headers } : {}) });
      if (answer.httpStatus !== 200) this.#fail(call.name, `${answer.httpStatus} ${answer.message}`);
      return answer;
    } catch (error) {
      this.#fail(call.name, (error as Error).message);
      throw error;
    }
  }

  protected override async send(
    url: string,
    body: FormData | string,
    headers: Record<string, string>,
  ): Promise<Response> {
    const encoded = new Response(body);
    const allHeaders = { 'content-type': encoded.headers.get('content-type') ?? '', ...headers };
    const bytes = Buffer.from(await encoded.arrayBuffer());
    const first = await postOver(this.#connections, url, bytes, allHeaders);
    const answer = first ?? (await postOver(new Agent(), url, bytes, allHeaders));
    if (!answer) throw new Error('a new connection is no kept one');
    return answer;
  }

  #fail(call: string, reason: string): void {
    this.#report.failures.push(`${call}: ${reason}`);
  }
}
