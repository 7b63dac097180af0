import { useQuery } from '@tanstack/react-query';
import type { ContestCase as Case } from '@fws/contract/admin/contests/schemas';
import { formatMoment, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Badge, Name, Note } from '../../../ui/index.ts';
import { adminPaths } from '../paths.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { contestQuery } from './api.ts';
import { ContestForm } from './ContestForm.tsx';

/** Somebody says that it was not their fault that a job was cancelled or late. */
export function ContestCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(contestQuery(id));
  return (
    <CaseFrame query={query}>
      {(contest) => ({
        overline: t('web.admin.contests.over', {
          number: contest.job.number,
          date: formatMoment(t, contest.writtenAt),
        }),
        title: contest.job.title,
        badge: <Badge tone="wait">{t(`web.admin.${contest.side}`)}</Badge>,
        facts: <Facts contest={contest} />,
        decide: <Decide contest={contest} />,
      })}
    </CaseFrame>
  );
}

function Facts({ contest }: { contest: Case }) {
  const t = useT();
  const { by, other, ending, reason, job } = contest;
  const person = ({ id, name }: Case['by']) => (
    <Link to={adminPaths.user(id)}>
      <Name>{name}</Name>
    </Link>
  );
  return (
    <>
      <FactTable
        rows={[
          [t('web.admin.contests.who'), person(by)],
          [t('web.admin.contests.other'), person(other)],
          [t('web.admin.contests.counts'), t(getReason(reason))],
          ...(ending
            ? [
                [t('web.admin.contests.ending'), t(`web.admin.${ending.side}`)] as const,
                [t('web.admin.contests.wrote'), ending.comment === '' ? '–' : `“${ending.comment}”`] as const,
              ]
            : []),
        ]}
      />
      <p className="adm-more">
        <Link to={`/admin/jobs/${job.id}`}>{t('web.admin.contests.record')}</Link>
      </p>
    </>
  );
}

/** Only these count against somebody. */
const REASONS = ['cancelled', 'absent', 'late_visit', 'late_work'] as const;

function getReason(reason: Case['reason']) {
  const known = REASONS.find((candidate) => candidate === reason) ?? 'cancelled';
  return `web.admin.contests.reason.${known}` as const;
}

function Decide({ contest }: { contest: Case }) {
  const t = useT();
  const { decided, state, text, sentAt, dueAt, mayDecide } = contest;
  return (
    <>
      <section className="adm-appeal">
        <h3>{t('web.admin.contests.says')}</h3>
        <p className="t2 mut">
          {t('web.admin.contests.sent', { date: formatMoment(t, sentAt), due: formatMoment(t, dueAt) })}
        </p>
        {text !== '' && <p className="adm-text">“{text}”</p>}
      </section>
      {decided && (
        <Note>
          <b>{t(`web.admin.contests.did.${state === 'lifted' ? 'lifted' : 'upheld'}`)}</b>{' '}
          {t('web.admin.reports.decidedBy', { person: decided.by, date: formatMoment(t, decided.at) })}
          {decided.words !== '' && <p>“{decided.words}”</p>}
        </Note>
      )}
      {!decided && (
        <DecisionGate ability={mayDecide}>
          <h3>{t('web.admin.decide')}</h3>
          <ContestForm contest={contest} />
        </DecisionGate>
      )}
    </>
  );
}
