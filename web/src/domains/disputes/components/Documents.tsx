import { useState } from 'react';
import type { Issue, IssueDocument } from '@fws/contract/disputes/schemas';
import { maySendAgain } from '../../../platform/client/uploads.ts';
import { formatDate, translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ButtonLink, ChosenFile, Field, FileDrop, Icon } from '../../../ui/index.ts';
import { formatFileSize } from '../../jobs/index.ts';
import { useIssueActions } from '../api.ts';
import { ACCEPT, findFileProblem } from '../documents.ts';

/** The documents of both sides, and a field to add one while that is possible. */
export function Documents({ issue }: { issue: Issue }) {
  const t = useT();
  const { addDocument } = issue.abilities;
  return (
    <section className="dsp-papers">
      <h3 className="dsp-h3">{t('web.disputes.papers')}</h3>
      {issue.documents.length === 0 && <p className="t2 mut">{t('web.disputes.noPapers')}</p>}
      <div className="stack">
        {issue.documents.map((document) => (
          <DocumentRow key={document.url} document={document} />
        ))}
        {addDocument.allowed ? (
          <AddDocument issue={issue} />
        ) : (
          issue.state === 'open' && <p className="t2 mut">{t(addDocument.reason)}</p>
        )}
      </div>
    </section>
  );
}

function DocumentRow({ document }: { document: IssueDocument }) {
  const t = useT();
  const by = document.mine ? t('web.disputes.you') : document.byName;
  const date = formatDate(t, document.addedAt, { year: false });
  return (
    <div className="file">
      <Icon name={document.image ? 'image' : 'doc'} />
      <div>
        <b>{document.name}</b>
        <small>
          {by} · {date} · {formatFileSize(document.bytes)}
        </small>
      </div>
      <ButtonLink to={document.url} toServer target="_blank" rel="noreferrer" variant="quiet" icon="eye">
        <span className="vh">{t('web.disputes.openPaper', { name: document.name })}</span>
      </ButtonLink>
    </div>
  );
}

function AddDocument({ issue }: { issue: Issue }) {
  const t = useT();
  const online = useOnline();
  const { addDocument } = useIssueActions(issue.id);
  const [error, setError] = useState<string>();
  /** What is on its way, or was not sent. */
  const [chosen, setChosen] = useState<File | null>(null);

  async function add(file: File): Promise<void> {
    const problem = findFileProblem(file);
    setError(problem && t(problem));
    if (problem) return;
    setChosen(file);
    try {
      await addDocument.mutateAsync(file);
      setChosen(null);
      toast.success(translate('disputes.document_added'));
    } catch (failure) {
      if (!maySendAgain(failure)) setChosen(null);
      setError(failure instanceof Error ? failure.message : translate('common.something_wrong'));
    }
  }

  return (
    <Field
      label={t('web.disputes.addPaper')}
      hint={t('web.disputes.lastDay', { date: formatDate(t, issue.documentsDueOn, { year: false }) })}
      error={error}
    >
      {chosen ? (
        <>
          <ChosenFile
            name={chosen.name}
            detail={formatFileSize(chosen.size)}
            onRemove={
              addDocument.isPending
                ? undefined
                : () => {
                    setChosen(null);
                    setError(undefined);
                  }
            }
          />
          {!addDocument.isPending && (
            <Button disabled={!online} onClick={() => void add(chosen)}>
              {t(online ? 'ui.tryAgain' : 'ui.needsInternet')}
            </Button>
          )}
        </>
      ) : (
        <FileDrop
          accept={ACCEPT}
          disabled={!online}
          limit={t(online ? 'web.disputes.fileLimit' : 'ui.needsInternet')}
          onFile={(file) => void add(file)}
        />
      )}
    </Field>
  );
}
