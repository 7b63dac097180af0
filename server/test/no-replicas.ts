import type { Replicas } from '../src/platform/db/replicas/index.ts';

/** For tests of what reads nothing from a replica. */
export const noReplicas: Replicas = {
  exist: false,
  choose() {
    throw new Error('nothing is read here');
  },
  close: () => Promise.resolve(),
};
