import { useState, type FormEvent } from 'react';
import { conversationCite } from '@fws/contract/conversations/calls';
import { commentIssue } from '@fws/contract/disputes/calls';
import type { CitedMessage, Issue } from '@fws/contract/disputes/schemas';
import { checkCall } from '../../../platform/client/form.ts';
import { formatDate, formatTime, translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Field, TextArea } from '../../../ui/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useIssueActions } from '../api.ts';
import { Cited } from './Cited.tsx';
import { CiteDialog } from './CiteDialog.tsx';

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
              {comment.text !== '' && <p className="dsp-said">{comment.text}</p>}
              {comment.cited && (
                <Cited message={comment.cited}>
                  <Link className="t2" to={paths.conversation(`${issue.jobId}-${issue.withId}`)}>
                    {t('web.disputes.openConversation')}
                  </Link>
                </Cited>
              )}
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
  const { comment, cite } = useIssueActions(issue.id);
  const [text, setText] = useState('');
  const [cited, setCited] = useState<CitedMessage>();
  const [isChoosing, setIsChoosing] = useState(false);
  const [error, setError] = useState<string>();
  const issueId = String(issue.id);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const citation = cited && { issueId, number: String(cited.number), text };
    const checked = await (citation
      ? checkCall(conversationCite, citation)
      : checkCall(commentIssue, { issueId, text }));
    const problem = checked.ok ? undefined : Object.values(checked.errors)[0];
    setError(problem && translate(problem.code, problem.values));
    if (problem) return;
    try {
      await (citation ? cite.mutateAsync(citation) : comment.mutateAsync(text));
      setText('');
      setCited(undefined);
      toast.success(translate('disputes.comment_added'));
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : translate('common.something_wrong'));
    }
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Field label={t('web.disputes.yourComment')} error={error} optional={cited !== undefined}>
        <TextArea rows={3} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </Field>
      {cited && (
        <Cited message={cited}>
          <Button variant="quiet" icon="x" onClick={() => setCited(undefined)}>
            {t('web.disputes.citeRemove')}
          </Button>
        </Cited>
      )}
      <div className="dsp-send">
        <Button
          type="submit"
          disabled={!online}
          busy={comment.isPending || cite.isPending}
          busyText={t('web.disputes.sending')}
        >
          {t(online ? 'web.disputes.addComment' : 'ui.needsInternet')}
        </Button>
        <Button variant="quiet" icon="chat" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
          {t('web.disputes.cite')}
        </Button>
      </div>
      {isChoosing && (
        <CiteDialog
          issue={issue}
          onChoose={(message) => {
            setCited(message);
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </form>
  );
}
