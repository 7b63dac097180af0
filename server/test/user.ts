import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { JSON_FIELD, type Call } from '@fws/contract/platform/call';
import type { Db } from '../src/platform/db/index.ts';
import { createSession, hashPassword } from '../src/domains/identity/index.ts';
import type { TestClock } from './clock.ts';
import { recordReply } from './coverage/replies.ts';
import { post } from './network/post.ts';
import { listStoredIds } from './stored-ids.ts';

export interface PersonOverrides {
  firstName?: string;
  lastName?: string;
  skills?: string[];
  lookingFor?: ('projects' | 'services')[];
  identity?: 'none' | 'pending' | 'verified' | 'refused';
  mobileVerified?: boolean;
  emailVerified?: boolean;
  /** Without it the account has no password. */
  password?: string;
}

export interface CallOptions {
  files?: Record<string, Blob | readonly Blob[]>;
  headers?: Record<string, string>;
}

/** A whole reply. */
export interface WireAnswer {
  httpStatus: number;
  status: number;
  message: string;
  data: unknown;
  errors?: Record<string, string>;
  [extra: string]: unknown;
}

/**
 * A user of the API. `call` and `done` send clean values as the web app does, but with a token; `post` sends a form as a
 * client of the specification.
 */
export class TestUser {
  readonly url: string;
  readonly id: number;
  /** Updated with the renewed tokens of replies, as every client that stores its own token must do. */
  token: string;
  readonly firstName: string;
  readonly mobile: string;
  readonly email: string;

  constructor(
    url: string,
    person: { id: number; token: string; firstName?: string; mobile?: string; email?: string },
  ) {
    this.url = url;
    this.id = person.id;
    this.token = person.token;
    this.firstName = person.firstName ?? '';
    this.mobile = person.mobile ?? '';
    this.email = person.email ?? '';
  }

  static async create(
    url: string,
    db: Db,
    clock: TestClock,
    serial: number,
    overrides: PersonOverrides,
  ): Promise<TestUser> {
    const firstName = overrides.firstName ?? `Person${serial}`;
    const lastName = overrides.lastName ?? 'Kumar';
    const email = `person${serial}-${randomBytes(4).toString('hex')}@mail.example`;
    const mobile = `+91${String(9_000_000_000 + serial)}`;
    const identity = overrides.identity ?? 'none';
    const now = clock.now();
    const { id } = await db
      .insertInto('user_account')
      .values({
        first_name: firstName,
        last_name: lastName,
        email,
        mobile,
        email_verified_at: overrides.emailVerified === false ? null : now,
        mobile_verified_at: overrides.mobileVerified === false ? null : now,
        register_for: 'individual',
        looking_for: overrides.lookingFor ?? ['projects', 'services'],
        location: 'Kothrud, Pune',
        skills: overrides.skills ?? [],
        identity_state: identity,
        identity_name: identity === 'verified' ? `${firstName} ${lastName}`.trim() : '',
        password_hash: overrides.password === undefined ? null : await hashPassword(overrides.password),
        suspended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`SELECT index_person(${id})`.execute(db);
    const token = await createSession(db, {
      userId: id,
      now,
      ttlMs: 24 * 3600_000,
      client: 'test',
      confirmed: true,
    });
    return new TestUser(url, { id, token, firstName, mobile, email });
  }

  /** Sends raw form fields by their wire names. */
  async post(
    name: string,
    fields: Record<string, string | Blob | readonly Blob[]>,
    headers: Record<string, string> = {},
  ): Promise<WireAnswer> {
    const form = new FormData();
    if (this.token) form.append('auth_token', this.token);
    for (const [key, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(key, value);
      else
        for (const file of Array.isArray(value) ? (value as readonly Blob[]) : [value as Blob])
          form.append(key, file, file instanceof File ? file.name : 'file');
    }
    return this.#read(name, await this.send(`${this.url}/api/${name}`, form, headers));
  }

  async #read(name: string, response: Response): Promise<WireAnswer> {
    const reply = (await response.json().catch((cause: unknown) => {
      throw new Error(`${name} answered ${response.status} without JSON`, { cause });
    })) as WireAnswer;
    const ids = listStoredIds(reply);
    if (ids.length > 0) throw new Error(`${name} answered ids of texts: ${ids.join(', ')}`);
    if (typeof reply['auth_token'] === 'string') this.token = reply['auth_token'];
    return recordReply(name, { ...reply, httpStatus: response.status }, response.status);
  }

  protected send(url: string, body: FormData | string, headers: Record<string, string>): Promise<Response> {
    return typeof body === 'string'
      ? post(url, body, headers)
      : fetch(url, { method: 'POST', body, headers });
  }

  /** Makes a call by its contract, with clean values. Returns the whole reply. */
  async call<S extends z.ZodMiniType, Out>(
    call: Call<S, Out>,
    values: z.input<S>,
    { files = {}, headers = {} }: CallOptions = {},
  ): Promise<WireAnswer> {
    const json = JSON.stringify(values);
    const uploads = Object.entries(files).flatMap(([name, bodies]) =>
      (bodies instanceof Blob ? [bodies] : bodies).map((body) => ({ name, body })),
    );
    const form = new FormData();
    form.append(JSON_FIELD, json);
    for (const { name, body } of uploads) form.append(name, body, body instanceof File ? body.name : 'file');
    const response = await this.send(`${this.url}/api/${call.name}`, uploads.length === 0 ? json : form, {
      'x-fws-client': 'web',
      ...(uploads.length === 0 ? { 'content-type': 'application/json' } : {}),
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...headers,
    });
    return this.#read(call.name, response);
  }

  /** Makes a call that must succeed. Returns its result. */
  async done<S extends z.ZodMiniType, Out>(
    call: Call<S, Out>,
    values: z.input<S>,
    options: CallOptions = {},
  ): Promise<Out> {
    const answer = await this.call(call, values, options);
    if (answer.status !== 200)
      throw new Error(
        `${call.name} answered ${answer.status}: ${answer.message} ${JSON.stringify(answer.errors ?? {})}`,
      );
    return answer.data as Out;
  }
}
