import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import type { Db } from '../db/index.ts';
import type { Replicas } from '../db/replicas/index.ts';
import type { WorkerWatch } from '../queue/worker-watch.ts';
import type { InspectUpload } from '../uploads/inspector.ts';
import type { UnidentifiedUploads } from '../uploads/unidentified.ts';
import type { CallFormat, Reader } from './format.ts';
import type { LogRefusal } from './refusal-log.ts';
import type { NoteRefusedAccess } from './refused-access.ts';
import type { Route } from './route.ts';
import type { Serialize } from './shared-page.ts';
import type { AddressSettings } from './signed-addresses.ts';

export interface CallSettings extends AddressSettings {
  tmpDir: string;
  inspectUpload: InspectUpload;
  unidentifiedUploads: UnidentifiedUploads;
  noteRefusedAccess: NoteRefusedAccess;
  logRefusal: LogRefusal;
}

/** Replies in the specification's format load more than the value that the web app gets. */
export type MountSettings = CallSettings & {
  readerDeps: Reader['deps'];
  replicas: Replicas;
  workers: WorkerWatch;
};

export interface ServedRoute extends Route {
  format: CallFormat;
  findSerializer(): Promise<Serialize>;
}

/** State of a request that is collected while it is handled. */
export interface Handling {
  caller: Caller | null;
  /** The token of a session that the call has started, for a client that carries it itself. */
  startedToken: string | null;
  /** The session's new token, for a client that carries it itself. */
  renewedToken: string | null;
  /** Where a call that may lag has read. */
  readDb: Db | null;
  /** A transaction of the call has committed. */
  hasCommitted: boolean;
}

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  handling: Handling;
}
