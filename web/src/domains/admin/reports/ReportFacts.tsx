import type { ReportCase } from '@fws/contract/admin/reports/schemas';
import { formatDate, formatMoment, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { FileRow, Name, VerifiedMark } from '../../../ui/index.ts';
import { formatFileSize } from '../../jobs/index.ts';
import { SnapshotTexts } from '../../safety/index.ts';
import { adminPaths } from '../paths.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { MessageHead, MessageWords } from '../shared/MessageWords.tsx';
import { Photos } from '../shared/Photos.tsx';
import { ReportedTexts } from './ReportedTexts.tsx';

type Props = { reportCase: ReportCase };

/** What FWS found by itself: a post that waits for a look, or a name that nobody may have. */
const FOUND = {
  waits: { title: 'web.admin.reports.sawWaits', why: 'web.admin.reports.noReports' },
  name: { title: 'web.admin.reports.sawName', why: 'web.admin.reports.noReportsName' },
} as const;

/** What was seen, who reported it, and who wrote it. */
export function ReportFacts({ reportCase }: Props) {
  const t = useT();
  const { subject, reports, waitsUntil, asked, othersRead } = reportCase;
  const isReported = reports.length > 0;
  const found = FOUND[waitsUntil === null ? 'name' : 'waits'];
  return (
    <>
      <h3>{t(isReported && waitsUntil === null ? 'web.admin.reports.saw' : found.title)}</h3>
      <ReportedTexts reportCase={reportCase} />
      {othersRead !== null && <SnapshotTexts title={t('web.admin.reports.othersRead')} texts={othersRead} />}
      <Photos photos={reportCase.photos} />
      {reportCase.files.map(({ url, name, bytes }) => (
        <FileRow key={url} name={name} detail={formatFileSize(bytes)} href={url} />
      ))}
      {subject.path !== null && (
        <p className="adm-more">
          <Link to={subject.path}>{t('web.admin.reports.record')}</Link>
        </p>
      )}
      {asked && <Asked asked={asked} />}
      {isReported && <ReportList reports={reports} />}
      {reportCase.messages && <Conversation messages={reportCase.messages} />}
      {!isReported && !asked && <p className="adm-more mut">{t(found.why)}</p>}
      <h3>{t('web.admin.reports.who')}</h3>
      <Author author={reportCase.author} />
    </>
  );
}

function Asked({ asked }: { asked: NonNullable<ReportCase['asked']> }) {
  const t = useT();
  const { number, by, at, words } = asked;
  return (
    <p className="adm-more">
      {t('web.admin.reports.asked', { number, person: by, date: formatMoment(t, at) })} “{words}”
    </p>
  );
}

function ReportList({ reports }: { reports: ReportCase['reports'] }) {
  const t = useT();
  const weight = reports.filter(({ counts }) => counts).length;
  return (
    <>
      <h3>{t('web.admin.reports.count', { count: reports.length, weight })}</h3>
      <FactTable
        rows={reports.map((report) => [
          formatMoment(t, report.reportedAt),
          <ReportLine key={report.id} report={report} />,
        ])}
      />
    </>
  );
}

/** What the two had written each other when it was reported. */
function Conversation({ messages }: { messages: NonNullable<ReportCase['messages']> }) {
  const t = useT();
  return (
    <>
      <h3>{t('web.admin.reports.messages')}</h3>
      <FactTable
        rows={messages.map((message) => [
          <MessageHead key={message.number} message={message} />,
          <MessageWords key={message.number} message={message} />,
        ])}
      />
    </>
  );
}

function ReportLine({ report }: { report: ReportCase['reports'][number] }) {
  const t = useT();
  const { reason, details, reporter, counts } = report;
  return (
    <>
      {t(`web.safety.reason.${reason}`)} · {details !== '' && <span className="mut">“{details}” </span>}
      {reporter ? (
        <Link to={adminPaths.user(reporter.id)}>
          <Name>{reporter.name}</Name>
        </Link>
      ) : (
        <span className="mut">{t('web.admin.reports.visitor')}</span>
      )}
      {!counts && <span className="mut"> · {t('web.admin.reports.linkedReport')}</span>}
    </>
  );
}

function Author({ author }: { author: ReportCase['author'] }) {
  const t = useT();
  const { linked } = author;
  return (
    <FactTable
      rows={[
        [
          t('web.admin.reports.account'),
          <>
            <Link to={adminPaths.user(author.id)}>
              <Name>{author.name}</Name>
            </Link>
            , {author.verified ? <VerifiedMark /> : t('web.admin.reports.notVerified')}
            {', '}
            {t('web.admin.reports.joined', { date: formatDate(t, author.joinedAt) })}
            {author.suspended && <>, {t('web.admin.reports.suspended')}</>}
          </>,
        ],
        [t('web.admin.reports.before'), t('web.admin.reports.takenDown', { count: author.takenDown })],
        [
          t('web.admin.reports.linked'),
          linked.length === 0
            ? t('web.admin.reports.noneLinked')
            : linked.map((account, index) => (
                <span key={account.id}>
                  {index > 0 && ', '}
                  <Link to={adminPaths.user(account.id)}>
                    <Name>{account.name}</Name>
                  </Link>
                  {account.suspended && <span className="mut"> ({t('web.admin.reports.suspended')})</span>}
                </span>
              )),
        ],
      ]}
    />
  );
}
