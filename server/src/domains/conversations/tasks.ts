import type { Deps } from '../../platform/deps.ts';
import { defineTasks, noPayload, type Payloads } from '../../platform/queue/index.ts';
import { deleteExpiredRows, RETENTION } from '../../platform/retention.ts';
import { maskConversations } from './masking/service.ts';
import { sendUnreadNotices } from './notices/service.ts';

const payloads = {
  send_unread_notices: noPayload,
  mask_messages: noPayload,
  delete_old_message_keys: noPayload,
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    send_unread_notices: () => sendUnreadNotices(deps),
    /** Masks what an older version of the contact filter masked. */
    mask_messages: () => maskConversations(deps.db),
    async delete_old_message_keys() {
      await deleteExpiredRows(deps.db, RETENTION.messages, deps.ports.clock.now());
    },
  });
