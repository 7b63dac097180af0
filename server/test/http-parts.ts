import { UnidentifiedUploads } from '../src/platform/uploads/unidentified.ts';
import { tmpdir } from 'node:os';
import type { createApp } from '../src/platform/http/app.ts';
import type { mountCalls } from '../src/platform/http/calls.ts';
import { silentLog } from '../src/platform/log.ts';
import { noReplicas } from './no-replicas.ts';

// Parts of the app for tests of HTTP alone. A test replaces those that it is about.

export const appOptions: Parameters<typeof createApp>[0] = {
  log: silentLog,
  countRequest: async () => undefined,
  trustProxy: false,
  secure: false,
  contentSecurityPolicy: {},
};

/** Nobody is signed in, nothing is limited, and no file is sent. */
export const idleParts: Parameters<typeof mountCalls>[3] = {
  authenticator: {
    authenticate: async () => null,
    findSession: async () => null,
    findCodeWait: async () => 0,
    confirm: () => Promise.reject(new Error('nobody is signed in')),
  },
  replicas: noReplicas,
  workers: { areTasksLate: async () => false },
  adminGuard: {
    admit: () => Promise.reject(new Error('no admin here')),
    getImpersonatedUser: async () => null,
    mayOpen: async () => false,
  },
  readerDeps: {} as never,
  addresses: { sign: (path) => path, readSession: () => null },
  limiter: {
    admitToken: async () => undefined,
    refuseToken: () => undefined,
    countUser: async () => undefined,
  },
  noteRefusedAccess: async () => undefined,
  logRefusal: () => undefined,
  clock: { now: () => new Date() },
  secure: false,
  tmpDir: tmpdir(),
  inspectUpload: () => Promise.reject(new Error('no file is sent')),
  unidentifiedUploads: new UnidentifiedUploads(),
};
