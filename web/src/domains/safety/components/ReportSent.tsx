import '../safety.css';
import type { Report } from '@fws/contract/safety/schemas';
import { formatMoment, useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useSession } from '../../../platform/session/index.ts';
import { ButtonLink, Note } from '../../../ui/index.ts';

/** A report that FWS has. */
export interface Sent {
  report: Report;
  /** The visitor's e-mail address; empty: none. */
  replyTo: string;
}

/** The number of a report, by when FWS decides, and where the answer is. */
export function ReportSent({ report, replyTo }: Sent) {
  const t = useT();
  const isVisitor = useSession().user === undefined;
  return (
    <div className="sf-sent" role="status">
      <Note tone="good">
        {t('web.safety.report.number', { number: report.number, date: formatMoment(t, report.dueAt) })}
      </Note>
      {isVisitor ? (
        <p className="sf-note">
          {replyTo === ''
            ? t('web.safety.report.noAnswer')
            : t('web.safety.report.answerTo', { email: replyTo })}
        </p>
      ) : (
        <ButtonLink to={paths.reports()} variant="quiet" iconEnd="right">
          {t('shell.reports')}
        </ButtonLink>
      )}
    </div>
  );
}
