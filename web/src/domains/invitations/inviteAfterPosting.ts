import { restoreDraft } from '../../platform/drafts/index.ts';
import { translate } from '../../platform/i18n/index.ts';
import { toast } from '../../platform/toasts/index.ts';
import { openNoteDraft, sendInvitation } from './api.ts';
import { toastSent } from './toastSent.ts';

/** Invites the person for whom a job was written, with the line that was typed before. The job is posted in any case. */
export async function sendAfterPosting(
  ownId: number,
  { jobId, userId }: { jobId: number; userId: number },
): Promise<void> {
  const draft = openNoteDraft(ownId, userId);
  let sent;
  try {
    sent = await sendInvitation({ jobId, userId, note: restoreDraft(draft, { note: '' }).note });
  } catch (error) {
    toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    return;
  }
  draft.remove();
  toastSent(sent);
}
