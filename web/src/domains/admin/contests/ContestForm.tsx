import { useState } from 'react';
import type { ContestCase } from '@fws/contract/admin/contests/schemas';
import { CONTEST_DECISIONS, type ContestDecision } from '@fws/contract/reliability/model';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { DecisionOptions } from '../reports/DecisionOptions.tsx';
import { WordsField } from '../reports/WordsField.tsx';
import { useSaving } from '../shared/useSaving.tsx';
import { useDecideContest } from './api.ts';

/** It counts or not, with words that who contested it reads. */
export function ContestForm({ contest }: { contest: ContestCase }) {
  const t = useT();
  const [decision, setDecision] = useState<ContestDecision>('lift');
  const [words, setWords] = useState('');
  const decide = useDecideContest();
  const { save, busy, errors, problem, dialog } = useSaving(() => {});

  function submit(): void {
    const values = { contestId: String(contest.id), decision, words };
    void save(() => decide.mutateAsync(values), translate('admin.contest_decided'));
  }

  return (
    <>
      {problem}
      <DecisionOptions
        options={CONTEST_DECISIONS.map((value) => ({
          value,
          title: `web.admin.contests.${value}` as const,
          detail: `web.admin.contests.${value}What` as const,
        }))}
        decision={decision}
        onChoose={setDecision}
      />
      <WordsField
        label="web.admin.contests.words"
        value={words}
        error={errors['words']}
        onChange={setWords}
      />
      <div className="adm-acts">
        <Button block variant="primary" busy={busy} onClick={submit}>
          {t(`web.admin.contests.${decision}`)}
        </Button>
      </div>
      {dialog}
    </>
  );
}
