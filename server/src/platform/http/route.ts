import type * as z from 'zod/mini';
import type { Call } from '@fws/contract/platform/call';
import type { Locale } from '@fws/contract/platform/messages';
import type { Outcome } from '@fws/contract/platform/refusal';
import type { Answer } from '../answer.ts';
import type { Db } from '../db/index.ts';
import type { AdminCaller, Caller, CallerQuery } from '../caller.ts';
import type { IdempotencyClaim } from '../idempotency.ts';
import type { UploadedFile } from './call-files.ts';

/** What a handler receives besides its command. */
export interface Context {
  locale: Locale;
  /** The whole address, for the log. */
  ip: string;
  /** The key that limits by address count by. */
  addressKey: string;
  userAgent: string;
  /** The web app keeps its session in a cookie; other clients carry the token themselves. */
  web: boolean;
  files: Record<string, UploadedFile>;
  /** The files of names that may be repeated, in order. */
  lists: Record<string, UploadedFile[]>;
  /** The token that a client sent explicitly, for replies that contain it again. */
  token: string | null;
  /**
   * The dependencies of a call that may lag, with a database that may be a replica. It has everything that the caller has
   * written, and may lack what others have written in the last moment.
   */
  readFrom: <D extends { db: Db }>(deps: D) => D;
  /** For money commands: the client's key and a hash of the request. */
  idempotency: IdempotencyClaim | null;
  /**
   * Checks a one-time code to the caller's mobile number. On success the session counts as confirmed and gets a new
   * token.
   */
  confirm(otp: string): Promise<Outcome<null>>;
  /** Whole seconds until the caller may request another such code; 0: now. */
  findCodeWait(): Promise<number>;
  /** Signs this client in or out. A client that carries its token itself gets it in the reply. */
  session: { start(token: string): void; end(): void };
  /** Starts or ends the impersonation of a user in this browser. */
  impersonation: { start(token: string): void; end(): void };
  /** The token that identifies the web app's browser. Null for other clients. */
  device: { read(): string | null; keep(token: string): void };
  /** The token of the web app's browser that all its accounts share. Null for other clients. */
  browser: { read(): string | null; keep(token: string): void };
  /** A login of the web app's browser that waits for its second step. Null for other clients. */
  login: { read(): string | null; keep(token: string): void; drop(): void };
  /** What the web app's browser keeps between two calls, inaccessible to scripts. Null for other clients. */
  ticket: { read(): string | null; drop(): void };
}

export type PublicHandler<Command, Out> = (
  command: Command,
  context: Context & { caller: Caller | null },
) => Promise<Answer<Out>>;
export type UserHandler<Command, Out> = (
  command: Command,
  context: Context & { caller: Caller },
) => Promise<Answer<Out>>;

export type AdminHandler<Command, Out> = (
  command: Command,
  context: Context & { caller: AdminCaller },
) => Promise<Answer<Out>>;

/** A call with its handler. Types are checked where it is created and not needed where it is mounted. */
export interface Route {
  call: Call<z.ZodMiniType, never>;
  handle: (command: never, context: Context & { caller: Caller }) => Promise<Answer<never>>;
  /** What this call also reads of its caller. Asked before the caller is known. */
  findCallerQuery?: FindCallerQuery<never>;
}

export type FindCallerQuery<Command> = (command: Command) => CallerQuery | undefined;

/** For a signed-in user; nobody else reaches the handler. */
export function userRoute<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  handle: UserHandler<z.output<S>, Out>,
  findCallerQuery?: FindCallerQuery<z.output<S>>,
): Route {
  if (call.access !== 'user') throw new Error(`${call.name} is not for signed-in users only`);
  return {
    call: call as unknown as Route['call'],
    handle: handle as unknown as Route['handle'],
    ...(findCallerQuery && { findCallerQuery }),
  };
}

/** For anybody; `caller` is set when they are signed in. */
export function publicRoute<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  handle: PublicHandler<z.output<S>, Out>,
): Route {
  if (call.access !== 'public') throw new Error(`${call.name} is not public`);
  return { call: call as unknown as Route['call'], handle: handle as unknown as Route['handle'] };
}

/** For an admin whose role allows it; nobody else reaches the handler. */
export function adminRoute<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  handle: AdminHandler<z.output<S>, Out>,
): Route {
  if (call.access !== 'admin' || !call.permission) throw new Error(`${call.name} needs a permission`);
  return { call: call as unknown as Route['call'], handle: handle as unknown as Route['handle'] };
}
