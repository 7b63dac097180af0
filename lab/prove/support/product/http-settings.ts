import { done, refuse } from '@fws/contract/platform/refusal';
import type { Deps } from '../../../../server/src/platform/deps.ts';
import { UnidentifiedUploads } from '../../../../server/src/platform/uploads/unidentified.ts';
import { noReplicas } from '../../../../server/test/no-replicas.ts';

/** Every write there fails, even as root. */
export const NOWHERE = '/dev/null/nowhere';

const unauthenticated = refuse('unauthenticated', 'common.login_required');

/** What the webhooks are served with. Nobody is signed in, and no file is sent. */
export const buildHttpSettings = (clock: Deps['ports']['clock']) => ({
  adminGuard: {
    admit: async () => unauthenticated,
    mayOpen: async () => false,
    getImpersonatedUser: async () => null,
  },
  authenticator: {
    authenticate: async () => null,
    findSession: async () => null,
    findCodeWait: async () => 0,
    confirm: async () => done({ token: '' }),
  },
  addresses: { sign: (path: string) => path, readSession: () => null },
  clock,
  secure: false,
  tmpDir: NOWHERE,
  limiter: {
    admitToken: async () => undefined,
    refuseToken: () => undefined,
    countUser: async () => undefined,
  },
  noteRefusedAccess: async () => undefined,
  logRefusal: () => undefined,
  inspectUpload: () => Promise.reject(new Error('no file is sent here')),
  unidentifiedUploads: new UnidentifiedUploads(),
  fileAccess: {},
  replicas: noReplicas,
});
