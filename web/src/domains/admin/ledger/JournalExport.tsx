import { isCalendarDate, toIstDate } from '@fws/contract/platform/dates';
import { useState } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, DateInput, Dialog, Field, Icon, TwoColumns } from '../../../ui/index.ts';
import { buildExportUrl } from '../shared/buildExportUrl.ts';

/** Exports all lines of a range of days, for an accountant. */
export function JournalExport() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [today] = useState(() => toIstDate(new Date()));
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`);
  const [to, setTo] = useState(today);
  const isRange = isCalendarDate(from) && isCalendarDate(to) && from <= to;
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        CSV
      </Button>
      {open && (
        <Dialog
          title={t('web.backoffice.ledger.export')}
          onClose={() => setOpen(false)}
          footer={
            isRange && (
              <a
                className="btn primary"
                href={buildExportUrl('journal', { from, to })}
                download
                onClick={() => setOpen(false)}
              >
                <Icon name="download" />
                {t('web.backoffice.ledger.download')}
              </a>
            )
          }
        >
          <p className="t2 mut adm-lead">{t('web.backoffice.ledger.exportLead')}</p>
          <TwoColumns alsoOnPhones>
            <Field label={t('web.backoffice.ledger.from')}>
              <DateInput value={from} max={today} onChange={setFrom} />
            </Field>
            <Field
              label={t('web.backoffice.ledger.to')}
              error={isRange ? undefined : t('backoffice.days_wrong')}
            >
              <DateInput value={to} max={today} onChange={setTo} />
            </Field>
          </TwoColumns>
        </Dialog>
      )}
    </>
  );
}
