import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, noPayload, type Payloads } from '../../platform/queue/index.ts';
import { endInvitations } from './ending/service.ts';
import { listInvitationsToMask, maskInvitation } from './masking/store.ts';

const BATCH_SIZE = 200;

const payloads = { invitation_timers: noPayload, mask_invitations: noPayload };
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Pick<Deps, 'db' | 'ports'>) =>
  defineTasks(payloads, {
    invitation_timers: () => endInvitations(deps),
    /** Masks what an older version of the contact filter masked. */
    async mask_invitations() {
      let found;
      do {
        found = await listInvitationsToMask(deps.db, BATCH_SIZE);
        for (const invitation of found) await inTx(deps.db, (tx) => maskInvitation(tx, invitation));
      } while (found.length > 0);
    },
  });
