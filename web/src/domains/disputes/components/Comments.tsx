import { useState, type FormEvent } from 'react';
import { commentIssue } from '@fws/contract/disputes/calls';
import type { Issue } from '@fws/contract/disputes/schemas';
import { checkCall } from '../../../platform/client/form.ts';
import { formatDate, formatTime, translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Field, TextArea } from '../../../ui/index.ts';
import { useIssueActions } from '../api.ts';

/** Comments of both sides, oldest first. */
export function Comments({ issue }: { issue: Issue }) {
  const t = useT();
  if (issue.comments.length === 0 && !issue.abilities.comment.allowed) return null;
  return (
    <section className="dsp-talk">
      <h3 className="dsp-h3">{t('web.disputes.comments')}</h3>
      {issue.comments.length > 0 && (
        <ul>
          {issue.comments.map((comment) => (
            <li key={comment.id}>
              <p className="t2 mut">
                <b className="strong">{comment.mine ? t('web.disputes.you') : comment.byName}</b> ·{' '}
                <time dateTime={comment.addedAt}>
                  {formatDate(t, comment.addedAt, { year: false })}, {formatTime(t, comment.addedAt)}
                </time>
              </p>
              <p className="dsp-said">{comment.text}</p>
            </li>
          ))}
        </ul>
      )}
      {issue.abilities.comment.allowed && <AddComment issue={issue} />}
    </section>
  );
}

function AddComment({ issue }: { issue: Issue }) {
  const t = useT();
  const online = useOnline();
  const { comment } = useIssueActions(issue.id);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const checked = await checkCall(commentIssue, { issueId: String(issue.id), text });
    const problem = checked.ok ? undefined : Object.values(checked.errors)[0];
    setError(problem && translate(problem.code, problem.values));
    if (problem) return;
    try {
      await comment.mutateAsync(text);
      setText('');
      toast.success(translate('disputes.comment_added'));
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : translate('common.something_wrong'));
    }
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Field label={t('web.disputes.yourComment')} error={error}>
        <TextArea rows={3} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </Field>
      <Button type="submit" disabled={!online} busy={comment.isPending} busyText={t('web.disputes.sending')}>
        {t(online ? 'web.disputes.addComment' : 'ui.needsInternet')}
      </Button>
    </form>
  );
}
