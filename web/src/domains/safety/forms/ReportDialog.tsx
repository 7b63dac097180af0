import { useState } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Dialog, SubmitButton } from '../../../ui/index.ts';
import { ReportSent, type Sent } from '../components/ReportSent.tsx';
import type { Subject } from '../subject.ts';
import { OwnFields } from './OwnFields.tsx';
import { ReportFields } from './ReportFields.tsx';
import { useReport } from './useReport.ts';

const FORM = 'report';
type Props = { subject: Subject; onClose: () => void };

/** Reports something to FWS; then the number of the report. */
export default function ReportDialog({ subject, onClose }: Props) {
  const [sent, setSent] = useState<Sent>();
  return sent ? (
    <SentDialog sent={sent} onClose={onClose} />
  ) : (
    <FormDialog subject={subject} onClose={onClose} onSent={setSent} />
  );
}

function FormDialog({ subject, onClose, onSent }: Props & { onSent: (sent: Sent) => void }) {
  const t = useT();
  const form = useReport(subject, (report, replyTo) => onSent({ report, replyTo }));
  const title = (
    <>
      {t(subject.isOwn ? 'web.safety.report.own' : `web.safety.report.${subject.type}`)}{' '}
      {subject.title !== undefined && <span className="sf-of t2 mut">{subject.title}</span>}
    </>
  );
  const buttons = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <SubmitButton form={FORM} busy={form.busy} busyText={t('web.safety.report.sending')}>
        {t('web.safety.report.send')}
      </SubmitButton>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={buttons} persistent>
      <form id={FORM} noValidate onSubmit={(event) => void form.submit(event)}>
        {subject.isOwn ? <OwnFields report={form} /> : <ReportFields subject={subject} report={form} />}
      </form>
    </Dialog>
  );
}

function SentDialog({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const t = useT();
  const close = (
    <Button variant="primary" onClick={onClose}>
      {t('ui.close')}
    </Button>
  );
  return (
    <Dialog title={t('web.safety.report.sent')} onClose={onClose} footer={close}>
      <ReportSent {...sent} />
    </Dialog>
  );
}
