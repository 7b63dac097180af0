import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReportDecision } from '@fws/contract/safety/model';
import type { Report } from '@fws/contract/safety/schemas';
import { formatDate, formatMoment, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Badge, Empty, Icon, LoadMore, Row, Rows, Screen, Sheet } from '../../../ui/index.ts';
import { reportPages } from '../api.ts';
import { SafetyTabs } from '../components/SafetyTabs.tsx';
import { subjectIcons } from '../labels.ts';

/** What the user has reported, and what FWS decided. */
export default function Reports() {
  const t = useT();
  const pages = useInfiniteQuery(reportPages());
  const reports = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen
      title={t('shell.reports')}
      data={pages}
      tabs={<SafetyTabs current="reports" />}
      empty={
        reports.length === 0 && (
          <Empty title={t('web.safety.reports.none')}>{t('web.safety.reports.noneWhy')}</Empty>
        )
      }
    >
      <Sheet>
        <Rows>
          {reports.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </Rows>
        <LoadMore list={pages} />
      </Sheet>
    </Screen>
  );
}

Reports.firstQueries = () => [reportPages()];

function ReportRow({ report }: { report: Report }) {
  const t = useT();
  const { number, subject, reason, reportedAt } = report;
  return (
    <Row
      icon={subjectIcons[subject.type]}
      title={subject.path === null ? subject.title : <Link to={subject.path}>{subject.title}</Link>}
      detail={
        <>
          {t(`web.safety.what.${subject.type}`)} · {t(`web.safety.reason.${reason}`)}
          <br />
          {t('web.safety.reports.on', { number, date: formatDate(t, reportedAt) })}
          <br />
          <State report={report} />
        </>
      }
    />
  );
}

const DECIDED = {
  take_down: 'web.safety.reports.take_down',
  suspend: 'web.safety.reports.take_down',
  ask_change: 'web.safety.reports.ask_change',
  leave: 'web.safety.reports.leave',
  show_text: 'web.safety.reports.show_text',
} as const satisfies Record<ReportDecision, MessageId>;

function State({ report: { decision, decidedAt, changedAt, dueAt } }: { report: Report }) {
  const t = useT();
  if (decision === null || decidedAt === null)
    return (
      <>
        <Icon name="clock" size="sm" /> {t('web.safety.reports.looking', { date: formatMoment(t, dueAt) })}
      </>
    );
  return (
    <>
      <Badge>{t(changedAt === null ? DECIDED[decision] : 'web.safety.reports.changed')}</Badge>{' '}
      {t('web.safety.reports.decided', { date: formatDate(t, decidedAt) })}
    </>
  );
}
