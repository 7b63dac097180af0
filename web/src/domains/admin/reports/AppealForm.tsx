import { useState } from 'react';
import type { ReportCase } from '@fws/contract/admin/reports/schemas';
import { APPEAL_DECISIONS, type AppealDecision } from '@fws/contract/safety/model';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { useSaving } from '../shared/useSaving.tsx';
import { useDecideAppeal } from './api.ts';
import { DecisionOptions } from './DecisionOptions.tsx';
import { WordsField } from './WordsField.tsx';

/** Put it back, or leave it down, with words that its author reads. */
export function AppealForm({ reportCase }: { reportCase: ReportCase }) {
  const t = useT();
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
      <DecisionOptions
        options={APPEAL_DECISIONS.map((value) => ({
          value,
          title: `web.admin.reports.${value}` as const,
          detail: `web.admin.reports.${value}What` as const,
        }))}
        decision={decision}
        onChoose={setDecision}
      />
      <WordsField value={words} error={errors['words']} onChange={setWords} />
      <div className="adm-acts">
        <Button block variant="primary" busy={busy} onClick={submit}>
          {t(`web.admin.reports.${decision}`)}
        </Button>
      </div>
      {dialog}
    </>
  );
}
