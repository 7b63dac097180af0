import { useState } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { ButtonLink, Empty, Screen, Sheet, SubmitButton } from '../../../ui/index.ts';
import { ReportSent, type Sent } from '../components/ReportSent.tsx';
import { ReportFields } from '../forms/ReportFields.tsx';
import { useReport } from '../forms/useReport.ts';
import { readSubject, type Subject } from '../subject.ts';

/** The form of a report as a page: public pages have no script for a dialog. */
export default function ReportScreen() {
  const t = useT();
  const [search] = useSearchParams();
  const subject = readSubject(search);
  const nothing = (
    <Empty
      title={t('web.safety.report.none')}
      action={<ButtonLink to={paths.home()}>{t('ui.toHome')}</ButtonLink>}
    >
      {t('web.safety.report.noneWhy')}
    </Empty>
  );
  return (
    <Screen
      title={subject ? t(`web.safety.report.${subject.type}`) : t('ui.report')}
      data={null}
      empty={!subject && nothing}
    >
      {() => subject && <Content subject={subject} />}
    </Screen>
  );
}

ReportScreen.firstQueries = () => [];

function Content({ subject }: { subject: Subject }) {
  const [sent, setSent] = useState<Sent>();
  return (
    <div className="sf-page">
      <Sheet>{sent ? <ReportSent {...sent} /> : <Form subject={subject} onSent={setSent} />}</Sheet>
    </div>
  );
}

function Form({ subject, onSent }: { subject: Subject; onSent: (sent: Sent) => void }) {
  const t = useT();
  const form = useReport(subject, (report, replyTo) => onSent({ report, replyTo }));
  return (
    <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
      <ReportFields subject={subject} report={form} />
      <SubmitButton busy={form.busy} busyText={t('web.safety.report.sending')}>
        {t('web.safety.report.send')}
      </SubmitButton>
    </form>
  );
}
