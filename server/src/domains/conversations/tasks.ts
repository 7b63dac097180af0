import type { Deps } from '../../platform/deps.ts';
import { defineTasks, noPayload, type Payloads } from '../../platform/queue/index.ts';
import { maskConversations } from './masking/service.ts';
import { sendUnreadNotices } from './notices/service.ts';

const payloads = { send_unread_notices: noPayload, mask_messages: noPayload };
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    send_unread_notices: () => sendUnreadNotices(deps),
    /** Masks what an older version of the contact filter masked. */
    mask_messages: () => maskConversations(deps.db),
  });
