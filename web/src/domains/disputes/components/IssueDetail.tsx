import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Issue } from '@fws/contract/disputes/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Button, LoadError, Note, Sheet, Skeleton, Stone } from '../../../ui/index.ts';
import { issueQuery } from '../api.ts';
import { issueNames } from '../labels.ts';
import { Comments } from './Comments.tsx';
import { Documents } from './Documents.tsx';
import { Timeline } from './Timeline.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';

/** One ticket: the amount on hold, the timeline, and the documents and comments of both sides. */
export function IssueDetail({ issueId }: { issueId: string }) {
  const issue = useQuery(issueQuery(issueId));
  if (issue.isPending) return <Skeleton />;
  if (!issue.data) return <LoadError error={issue.error} onRetry={issue.refetch} />;
  return (
    <>
      {issue.error && <LoadError error={issue.error} onRetry={issue.refetch} />}
      <Ticket issue={issue.data} />
    </>
  );
}

function Ticket({ issue }: { issue: Issue }) {
  const t = useT();
  const jobPath = issue.side === 'poster' ? paths.awardedJob(issue.jobId) : paths.myJob(issue.jobId);
  return (
    <Sheet>
      <article className="dsp-ticket">
        <div className="dsp-head">
          <p className="t2 mut tab-num">
            <b className="strong">{t('web.disputes.ticket', { ticket: issue.ticket })}</b>{' '}
            {t('web.disputes.raisedOn', { date: formatDate(t, issue.raisedAt) })}
          </p>
          <h2 className="dsp-h">{issue.jobTitle}</h2>
          <p className="t2 mut tab-num">
            <Link to={jobPath}>{t('web.disputes.job', { number: issue.jobNumber })}</Link> ·{' '}
            {t(issueNames[issue.issue])} · {t('web.disputes.with', { name: issue.withName })}
          </p>
          <Hold issue={issue} />
          {issue.waitsForFws && (
            <Note tone="warn">
              {t(issue.raisedByMe ? 'web.disputes.waitsForFws.mine' : 'web.disputes.waitsForFws.theirs', {
                name: issue.withName,
              })}
            </Note>
          )}
        </div>
        <Timeline issue={issue} />
        <Documents issue={issue} />
        <Comments issue={issue} />
        <Withdraw issue={issue} />
      </article>
    </Sheet>
  );
}

function Hold({ issue }: { issue: Issue }) {
  const t = useT();
  const [firstHeld] = issue.held;
  if (issue.state === 'closed') return null;
  if (!firstHeld) return <p className="dsp-hold t2">{t('web.disputes.nothingHeld')}</p>;
  return (
    <div className="dsp-hold">
      <Stone state="stop" number={firstHeld.position} />
      <div>
        <b className="money">{t('web.disputes.isOnHold', { amount: formatRupees(issue.heldPaise) })}</b>
        <span className="t2">
          {t('web.disputes.heldParts', {
            parts: issue.held.map((part) => part.position).join(', '),
            count: issue.milestoneCount,
          })}{' '}
          {t('web.disputes.untilClosed')}
        </span>
      </div>
    </div>
  );
}

function Withdraw({ issue }: { issue: Issue }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (!issue.abilities.withdraw.allowed) return null;
  return (
    <div className="dsp-end">
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('web.disputes.withdraw')}
      </Button>
      {open && <WithdrawDialog issue={issue} onClose={() => setOpen(false)} />}
    </div>
  );
}
