import { STATEMENT_MAX, readStatement, type StatementProblem } from '@fws/contract/admin/restore/statement';
import type { RestoreCase } from '@fws/contract/admin/restore/schemas';
import { useState } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Field, FileDrop, TextArea } from '../../../ui/index.ts';
import { useCompare } from './api.ts';
import { joinStatement } from './statement-text.ts';

const PROBLEMS_SHOWN = 10;
const EXAMPLE = 'date,reference,amount,direction\n2026-11-20,fws_0b2f6c1d,1500.50,debit';

/**
 * Starts a comparison of the books, with a statement for a provider that lists no transfers. The typed text
 * stays for the next run.
 */
export function CompareForm({ comparison }: Pick<RestoreCase, 'comparison'>) {
  const t = useT();
  const compare = useCompare();
  const [text, setText] = useState('');
  /** The last file read, and the text it produced. If that equals `text`, nobody has edited it since. */
  const [file, setFile] = useState<{ name: string; text: string }>();
  const [fileError, setFileError] = useState<string>();
  const [error, setError] = useState<string>();
  const wantsStatement = comparison?.result?.notCompared.some(({ code }) => code !== 'older_withdrawals');

  async function choose(newFile: File): Promise<void> {
    setFileError(newFile.size > STATEMENT_MAX * 3 ? t('admin.statement_too_long') : undefined);
    if (newFile.size > STATEMENT_MAX * 3) return;
    const content = await newFile.text();
    const joined = text === file?.text ? content : joinStatement(text, content);
    setFile({ name: newFile.name, text: joined });
    change(joined);
    setError(describeProblems(joined));
  }

  function change(nextText: string): void {
    setText(nextText);
    setError(undefined);
  }

  function start(): void {
    const problem = describeProblems(text);
    setError(problem);
    if (problem !== undefined) return;
    compare.mutate(text, {
      onError: (failure) => {
        const fieldError = failure instanceof CallError ? failure.fields['statement'] : undefined;
        if (fieldError === undefined) toast.error(failure.message);
        else setError(fieldError);
      },
    });
  }

  return (
    <form
      className="stack of-compare"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <details className="of-more" open={wantsStatement || undefined}>
        <summary>{t('web.backoffice.restore.statement')}</summary>
        <div className="stack">
          <p className="t2 mut">{t('web.backoffice.restore.statementLead')}</p>
          <Field label={t('web.backoffice.restore.statementFile')} error={fileError}>
            <FileDrop
              accept=".csv,text/csv,text/plain"
              limit={t('web.backoffice.restore.statementLimit')}
              onFile={(newFile) => void choose(newFile)}
            />
            <span className="hint" role="status">
              {file !== undefined &&
                file.text === text &&
                t('web.backoffice.restore.statementRead', { name: file.name })}
            </span>
          </Field>
          <Field
            label={t('web.backoffice.restore.statementLines')}
            hint={t('web.backoffice.restore.statementHint')}
            error={error}
          >
            <TextArea
              className="of-lines"
              rows={6}
              wrap="off"
              spellCheck={false}
              lang="en"
              placeholder={EXAMPLE}
              value={text}
              onChange={(event) => change(event.currentTarget.value)}
            />
          </Field>
        </div>
      </details>
      <div className="adm-acts">
        <Button
          type="submit"
          variant="primary"
          busy={compare.isPending || (comparison?.running ?? false)}
          busyText={t('web.backoffice.ledger.running')}
        >
          {t(text.trim() === '' ? 'web.backoffice.restore.compare' : 'web.backoffice.restore.compareWith')}
        </Button>
      </div>
    </form>
  );
}

/** Lists the invalid lines, or only the first few of many. */
function describeProblems(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const { problems } = readStatement(text);
  if (problems.length === 0) return undefined;
  const messages = problems
    .slice(0, PROBLEMS_SHOWN)
    .map(({ code, values }: StatementProblem) => translate(code, values));
  const hiddenCount = problems.length - messages.length;
  return [
    ...messages,
    ...(hiddenCount > 0 ? [translate('web.backoffice.restore.statementMore', { count: hiddenCount })] : []),
  ].join('\n');
}
