import { useQuery } from '@tanstack/react-query';
import type { ReportCase as Case } from '@fws/contract/admin/reports/schemas';
import { formatMoment, useT } from '../../../platform/i18n/index.ts';
import { Badge, Note } from '../../../ui/index.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { reportCaseQuery } from './api.ts';
import { AppealForm } from './AppealForm.tsx';
import { DecideForm } from './DecideForm.tsx';
import { ReportFacts } from './ReportFacts.tsx';

/** Something that was reported or that waits before it is shown, or the appeal against a decision about it. */
export function ReportCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(reportCaseQuery(id));
  return (
    <CaseFrame query={query}>
      {(reportCase) => ({
        overline: t(getOverline(reportCase), {
          number: reportCase.number,
          what: t(`web.safety.what.${reportCase.subject.type}`),
          date: formatMoment(t, reportCase.openedAt),
        }),
        title: reportCase.subject.title,
        badge: (
          <Badge tone="stop" icon="alert">
            {t(`web.admin.reports.harm.${reportCase.harm}`)}
          </Badge>
        ),
        facts: <ReportFacts reportCase={reportCase} />,
        decide: <Decide reportCase={reportCase} />,
      })}
    </CaseFrame>
  );
}

/** Reported, waiting for a look, or found by a rule about names. */
function getOverline({ waitsUntil, reports }: Case) {
  if (waitsUntil !== null) return 'web.admin.reports.overWaits';
  return reports.length > 0 ? 'web.admin.reports.over' : 'web.admin.reports.overName';
}

function Decide({ reportCase }: { reportCase: Case }) {
  const t = useT();
  const { decided, appeal, mayDecide } = reportCase;
  if (decided === null)
    return (
      <DecisionGate ability={mayDecide}>
        <DecideForm reportCase={reportCase} />
      </DecisionGate>
    );
  return (
    <>
      <Decided decided={decided} />
      {appeal && <Appeal appeal={appeal} />}
      {appeal && appeal.decision === null && (
        <DecisionGate ability={mayDecide}>
          <h3>{t('web.admin.decide')}</h3>
          <AppealForm reportCase={reportCase} />
        </DecisionGate>
      )}
    </>
  );
}

function Decided({ decided }: { decided: NonNullable<Case['decided']> }) {
  const t = useT();
  return (
    <Note>
      <b>{t(`web.admin.reports.did.${decided.decision}`)}</b>{' '}
      {t('web.admin.reports.decidedBy', { person: decided.by, date: formatMoment(t, decided.at) })}
      {decided.change !== null && <p>{t(`web.admin.reports.change.${decided.change}`)}</p>}
      <p>{t(`web.safety.reason.${decided.reason}`)}</p>
      {decided.words !== '' && <p>“{decided.words}”</p>}
    </Note>
  );
}

function Appeal({ appeal }: { appeal: NonNullable<Case['appeal']> }) {
  const t = useT();
  const { text, sentAt, dueAt, decision, words, by, at } = appeal;
  return (
    <section className="adm-appeal">
      <h3>{t('web.admin.reports.appeal')}</h3>
      <p className="t2 mut">
        {t('web.admin.reports.appealSent', { date: formatMoment(t, sentAt), due: formatMoment(t, dueAt) })}
      </p>
      <p className="adm-text">“{text}”</p>
      {decision !== null && at !== null && (
        <Note>
          <b>{t(`web.admin.reports.did.${decision}`)}</b>{' '}
          {t('web.admin.reports.decidedBy', { person: by, date: formatMoment(t, at) })}
          {words !== '' && <p>“{words}”</p>}
        </Note>
      )}
    </section>
  );
}
