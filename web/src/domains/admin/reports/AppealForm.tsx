import { useId, useState } from 'react';
import type { ReportCase } from '@fws/contract/admin/reports/schemas';
import { APPEAL_DECISIONS, WORDS_MAX, type AppealDecision } from '@fws/contract/safety/model';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { Button, Field, OptionRadio, Options, TextArea } from '../../../ui/index.ts';
import { useSaving } from '../shared/useSaving.tsx';
import { useDecideAppeal } from './api.ts';

/** Put it back, or leave it down, with words that its author reads. */
export function AppealForm({ reportCase }: { reportCase: ReportCase }) {
  const t = useT();
  const name = useId();
  const [decision, setDecision] = useState<AppealDecision>('put_back');
  const [words, setWords] = useState('');
  const decide = useDecideAppeal();
  const { save, busy, errors, problem, dialog } = useSaving(() => {});

  function submit(): void {
    const values = { reportCaseId: String(reportCase.id), decision, words };
    void save(() => decide.mutateAsync(values), translate('admin.appeal_decided'));
  }

  return (
    <>
      {problem}
      <fieldset>
        <legend className="vh">{t('web.admin.decide')}</legend>
        <Options>
          {APPEAL_DECISIONS.map((value) => (
            <OptionRadio
              key={value}
              name={name}
              title={t(`web.admin.reports.${value}`)}
              detail={t(`web.admin.reports.${value}What`)}
              checked={decision === value}
              onChange={() => setDecision(value)}
            />
          ))}
        </Options>
      </fieldset>
      <Field label={t('web.admin.reports.words')} error={errors['words']}>
        <TextArea
          value={words}
          rows={4}
          maxLength={WORDS_MAX}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Field>
      <div className="adm-acts">
        <Button block variant="primary" busy={busy} onClick={submit}>
          {t(`web.admin.reports.${decision}`)}
        </Button>
      </div>
      {dialog}
    </>
  );
}
