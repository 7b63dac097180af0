import type { Deps } from '../../../../server/src/platform/deps.ts';
import { idleParts } from '../../../../server/test/http-parts.ts';

/** Every write there fails, even as root. */
export const NOWHERE = '/dev/null/nowhere';

/** What the webhooks are served with. Nobody is signed in, and no file is sent. */
export const buildHttpSettings = (clock: Deps['ports']['clock']) => ({
  ...idleParts,
  clock,
  tmpDir: NOWHERE,
  fileAccess: {},
});
