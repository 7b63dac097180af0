import { useState } from 'react';
import type { ReportCase } from '@fws/contract/admin/reports/schemas';
import {
  canAskChange,
  isReasonOfAuthor,
  listAuthorReasons,
  listReasons,
  type ReportDecision,
  type ReportReason,
} from '@fws/contract/safety/model';
import { formatMoment, translate, useT } from '../../../platform/i18n/index.ts';
import { Button, Field, Note, Select } from '../../../ui/index.ts';
import { useSaving } from '../shared/useSaving.tsx';
import { useDecideReport } from './api.ts';
import { DecisionOptions, type DecisionOption } from './DecisionOptions.tsx';
import { WordsField } from './WordsField.tsx';

type Props = { reportCase: ReportCase };

/** Take it down, suspend its author too, ask to change it, or leave it, with the rule and words that the author reads. */
export function DecideForm({ reportCase }: Props) {
  const t = useT();
  // What its author says of their own is no reason to take it down.
  const isOfAuthor = isReasonOfAuthor(reportCase.reason);
  const [decision, setDecision] = useState<ReportDecision>(isOfAuthor ? 'leave' : 'take_down');
  const [reason, setReason] = useState(reportCase.reason);
  const [words, setWords] = useState('');
  const decide = useDecideReport();
  const { save, busy, errors, problem, dialog } = useSaving(() => {});
  const options = buildOptions(reportCase);
  const { type } = reportCase.subject;
  const chosen = options.find(({ value }) => value === decision);

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
      <DecisionOptions options={options} decision={decision} onChoose={setDecision} />
      <Field label={t('web.admin.reports.reason')} error={errors['reason']}>
        <Select
          value={reason}
          options={[...listReasons(type), ...listAuthorReasons(type)].map((value) => ({
            value,
            label: t(`web.safety.reason.${value}`),
          }))}
          onChange={(event) => setReason(event.currentTarget.value as ReportReason)}
        />
      </Field>
      <WordsField
        value={words}
        optional={decision === 'leave' || decision === 'show_text'}
        error={errors['words']}
        onChange={setWords}
      />
      <p className="adm-held t2 mut">{t('web.admin.reports.held')}</p>
      <div className="adm-acts">
        <Button
          block
          variant={decision === 'take_down' || decision === 'suspend' ? 'dangerSolid' : 'primary'}
          busy={busy}
          onClick={submit}
        >
          {chosen && t(chosen.title)}
        </Button>
      </div>
      {dialog}
    </>
  );
}

/** What waits is shown where it is left as it is. */
const buildOptions = ({
  subject,
  waitsUntil,
  othersRead,
}: ReportCase): readonly DecisionOption<ReportDecision>[] => [
  { value: 'take_down', title: 'web.admin.reports.take_down', detail: 'web.admin.reports.take_downWhat' },
  { value: 'suspend', title: 'web.admin.reports.suspend', detail: 'web.admin.reports.suspendWhat' },
  ...(canAskChange(subject.type) ? [ASK_CHANGE] : []),
  ...(othersRead === null ? [] : [SHOW_TEXT]),
  waitsUntil === null
    ? { value: 'leave', title: 'web.admin.reports.leave', detail: 'web.admin.reports.leaveWhat' }
    : { value: 'leave', title: 'web.admin.reports.show', detail: 'web.admin.reports.showWhat' },
];

const SHOW_TEXT = {
  value: 'show_text',
  title: 'web.admin.reports.show_text',
  detail: 'web.admin.reports.show_textWhat',
} as const satisfies DecisionOption<ReportDecision>;

const ASK_CHANGE = {
  value: 'ask_change',
  title: 'web.admin.reports.ask_change',
  detail: 'web.admin.reports.ask_changeWhat',
} as const satisfies DecisionOption<ReportDecision>;
