import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { MessageValues, Refusal } from '@fws/contract/platform/refusal';

/** What a call answers: an outcome, with a message where the call's own does not say it. */
export type Answer<Out> =
  | { ok: true; value: Out; message?: { code: SharedMessageId; values?: MessageValues } }
  | { ok: false; refusal: Refusal };
