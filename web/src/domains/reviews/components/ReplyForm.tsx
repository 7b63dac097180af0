import { useState, type FormEvent } from 'react';
import { REVIEW_TEXT_MAX } from '@fws/contract/reviews/model';
import { CallError } from '../../../platform/client/index.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Field, SubmitButton, TextArea } from '../../../ui/index.ts';
import { useReplyReview } from '../api.ts';

/** Answers a review, once. What is typed stays until it is sent. */
export function ReplyForm({ jobId }: { jobId: number }) {
  const t = useT();
  const userId = useUser().id;
  const [draft] = useState(() => openDraft(userId, `review-reply:${jobId}`));
  const [text, setText] = useState(() => restoreDraft(draft, { text: '' }).text);
  const [problem, setProblem] = useState<string>();
  const reply = useReplyReview();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (reply.isPending) return;
    if (text.trim() === '') return setProblem(t('reviews.reply_required'));
    if (text.trim().length > REVIEW_TEXT_MAX)
      return setProblem(t('common.too_long', { maximum: REVIEW_TEXT_MAX }));
    setProblem(undefined);
    try {
      await reply.mutateAsync({ jobId, text });
      draft.remove();
      toast.success(t('reviews.replied'));
    } catch (error) {
      const field = error instanceof CallError ? error.fields['text'] : undefined;
      setProblem(field ?? (error instanceof Error ? error.message : t('common.something_wrong')));
    }
    return undefined;
  }

  return (
    <form className="rv-answer" onSubmit={(event) => void send(event)} noValidate>
      <Field
        id="review-reply"
        label={t('web.reviews.reply')}
        hint={t('web.reviews.replyHint')}
        error={problem}
      >
        <TextArea
          rows={2}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            draft.save({ text: currentTarget.value });
            setProblem(undefined);
          }}
        />
      </Field>
      <SubmitButton busy={reply.isPending} busyText={t('web.reviews.sending')}>
        {t('web.reviews.sendReply')}
      </SubmitButton>
    </form>
  );
}
