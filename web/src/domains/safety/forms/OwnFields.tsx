import { DETAILS_MAX } from '@fws/contract/safety/model';
import { useT } from '../../../platform/i18n/index.ts';
import { ErrorSummary, Field, Note, TextArea } from '../../../ui/index.ts';
import { buildFieldId, type ReportForm } from './useReport.ts';

/** What is hidden in a text of one's own, and is not contact data. */
export function OwnFields({ report }: { report: ReportForm }) {
  const t = useT();
  const { register, errors, formError } = report;
  return (
    <div className="stack">
      <ErrorSummary problems={report.problems} submitCount={report.submitCount} />
      {formError !== undefined && <Note tone="bad">{formError}</Note>}
      <p>{t('web.safety.report.ownWhy')}</p>
      <Field
        id={buildFieldId('details')}
        label={t('web.safety.report.ownWhat')}
        optional
        error={errors.details?.message}
      >
        <TextArea
          rows={3}
          maxLength={DETAILS_MAX}
          placeholder={t('web.safety.report.ownExample')}
          {...register('details')}
        />
      </Field>
    </div>
  );
}
