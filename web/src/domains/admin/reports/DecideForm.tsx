import { useId, useState } from 'react';
import type { ReportCase } from '@fws/contract/admin/reports/schemas';
import {
  listReasons,
  REPORT_DECISIONS,
  WORDS_MAX,
  type ReportDecision,
  type ReportReason,
} from '@fws/contract/safety/model';
import { formatMoment, translate, useT } from '../../../platform/i18n/index.ts';
import { Button, Field, Note, OptionRadio, Options, Select, TextArea } from '../../../ui/index.ts';
import { useSaving } from '../shared/useSaving.tsx';
import { useDecideReport } from './api.ts';

type Props = { reportCase: ReportCase };

/** Take it down, suspend its author too, or leave it, with the rule and words that the author reads. */
export function DecideForm({ reportCase }: Props) {
  const t = useT();
  const [decision, setDecision] = useState<ReportDecision>('take_down');
  const [reason, setReason] = useState(reportCase.reason);
  const [words, setWords] = useState('');
  const decide = useDecideReport();
  const { save, busy, errors, problem, dialog } = useSaving(() => {});
  const isWaiting = reportCase.waitsUntil !== null;

  function submit(): void {
    const values = {
      reportCaseId: String(reportCase.id),
      decision,
      reason,
      words,
    };
    void save(() => decide.mutateAsync(values), translate('admin.report_decided'));
  }

  return (
    <>
      <h3>{t('web.admin.decide')}</h3>
      {reportCase.waitsUntil !== null && (
        <Note tone="warn">
          {t('web.admin.reports.waits', { date: formatMoment(t, reportCase.waitsUntil) })}
        </Note>
      )}
      {problem}
      <DecisionOptions decision={decision} isWaiting={isWaiting} onChoose={setDecision} />
      <Field label={t('web.admin.reports.reason')} error={errors['reason']}>
        <Select
          value={reason}
          options={listReasons(reportCase.subject.type).map((value) => ({
            value,
            label: t(`web.safety.reason.${value}`),
          }))}
          onChange={(event) => setReason(event.currentTarget.value as ReportReason)}
        />
      </Field>
      <Field label={t('web.admin.reports.words')} optional={decision === 'leave'} error={errors['words']}>
        <TextArea
          value={words}
          rows={4}
          maxLength={WORDS_MAX}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Field>
      <p className="adm-held t2 mut">{t('web.admin.reports.held')}</p>
      <div className="adm-acts">
        <Button block variant={decision === 'leave' ? 'primary' : 'dangerSolid'} busy={busy} onClick={submit}>
          {t(decisionNames(isWaiting)[decision])}
        </Button>
      </div>
      {dialog}
    </>
  );
}

/** What waits is shown where it is left as it is. */
const decisionNames = (isWaiting: boolean) =>
  ({
    take_down: 'web.admin.reports.take_down',
    suspend: 'web.admin.reports.suspend',
    leave: isWaiting ? 'web.admin.reports.show' : 'web.admin.reports.leave',
  }) as const;

const decisionDetails = (isWaiting: boolean) =>
  ({
    take_down: 'web.admin.reports.take_downWhat',
    suspend: 'web.admin.reports.suspendWhat',
    leave: isWaiting ? 'web.admin.reports.showWhat' : 'web.admin.reports.leaveWhat',
  }) as const;

type OptionProps = {
  decision: ReportDecision;
  isWaiting: boolean;
  onChoose: (decision: ReportDecision) => void;
};

function DecisionOptions({ decision, isWaiting, onChoose }: OptionProps) {
  const t = useT();
  const name = useId();
  return (
    <fieldset>
      <legend className="vh">{t('web.admin.decide')}</legend>
      <Options>
        {REPORT_DECISIONS.map((value) => (
          <OptionRadio
            key={value}
            name={name}
            title={t(decisionNames(isWaiting)[value])}
            detail={t(decisionDetails(isWaiting)[value])}
            checked={decision === value}
            onChange={() => onChoose(value)}
          />
        ))}
      </Options>
    </fieldset>
  );
}
