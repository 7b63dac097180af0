import type { IssueSummary } from '@fws/contract/disputes/schemas';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Badge } from '../../../ui/index.ts';
import { issueNames } from '../labels.ts';

type Props = { issue: IssueSummary; to: string; isShown: boolean };

export function IssueRow({ issue, to, isShown }: Props) {
  const t = useT();
  return (
    <li>
      <Link to={to} className="dsp-row" aria-current={isShown ? 'true' : undefined}>
        <span className="row sp t2 tab-num">
          <span>
            <b>{issue.ticket}</b> · {t('web.disputes.job', { number: issue.jobNumber })}
          </span>
          <span className="mut">{formatDate(t, issue.raisedAt, { year: false })}</span>
        </span>
        <strong className="dsp-title">{issue.jobTitle}</strong>
        <span className="row sp wrapx">
          <span className="t2 mut">{t(issueNames[issue.issue])}</span>
          <IssueBadge issue={issue} />
        </span>
      </Link>
    </li>
  );
}

function IssueBadge({ issue }: { issue: IssueSummary }) {
  const t = useT();
  if (issue.ending !== null)
    return <Badge>{t(issue.ending === 'settled' ? 'web.disputes.settled' : 'web.disputes.withdrawn')}</Badge>;
  if (issue.heldPaise === 0) return null;
  return (
    <Badge tone="stop" icon="pause">
      {t('web.disputes.onHold', { amount: formatRupees(issue.heldPaise) })}
    </Badge>
  );
}
