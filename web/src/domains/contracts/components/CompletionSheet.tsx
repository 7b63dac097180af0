import { useState, type FormEvent } from 'react';
import { NOTE_MAX } from '@fws/contract/contracts/model';
import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { usePhotos } from '../../../platform/photos/usePhotos.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Field, Note, SubmitButton, TextArea, TickField } from '../../../ui/index.ts';
import { DraftNote } from '../../../ui/DraftNote.tsx';
import { PhotosField } from '../../../ui/PhotosField.tsx';
import { useMoveWork } from '../api.ts';
import { TwoLineTitle } from './TwoLineTitle.tsx';

type Props = { contract: Contract; milestone: Milestone; onClose: () => void };

const EMPTY = { note: '', isDone: false };

/** The worker tells that the work is done, with photos and a note. It does not ask for money. */
export function CompletionSheet({ contract, milestone, onClose }: Props) {
  const t = useT();
  const userId = useUser().id;
  const move = useMoveWork();
  const [stores] = useState(() => ({
    form: openDraft(userId, `completion:${milestone.id}`),
    photos: openDraft(userId, `completion-photos:${milestone.id}`),
  }));
  const [values, setValues] = useState(() => restoreDraft(stores.form, EMPTY));
  const photos = usePhotos(stores.photos);
  // Shown from the first try on, and gone as soon as the answer is right.
  const [wasSent, setWasSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  const { note, isDone } = values;
  const noteProblem =
    note.trim().length > NOTE_MAX
      ? t('common.too_long', { maximum: NOTE_MAX })
      : getFieldProblem(problem, 'note');
  const tickProblem = wasSent && !isDone ? t('web.contracts.completion.tick') : undefined;

  function change(changed: Partial<typeof EMPTY>): void {
    const next = { ...values, ...changed };
    setValues(next);
    stores.form.save(next);
    setProblem(null);
  }

  function forgetDraft(): void {
    stores.form.remove();
    photos.reset();
    setValues(EMPTY);
  }

  async function send(): Promise<void> {
    setWasSent(true);
    setProblem(null);
    if (!isDone || note.trim().length > NOTE_MAX) {
      document.getElementById(isDone ? 'completion-note' : 'completion-done')?.focus();
      return;
    }
    setSending(true);
    const photoIds = await photos.settle();
    try {
      if (photoIds === null) return;
      const { jobId } = contract;
      await move.mutateAsync({ jobId, milestoneId: milestone.id, step: 'completed', note, photoIds });
      forgetDraft();
      toast.success(t('web.contracts.told', { name: contract.poster.name }));
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(t('common.something_wrong')));
      photos.setError(getFieldProblem(error, 'photoIds'));
    } finally {
      setSending(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isSending) void send();
  }

  const footer = (
    <>
      <Button onClick={onClose}>{t('web.contracts.completion.notYet')}</Button>
      <SubmitButton
        form="completion"
        busy={isSending}
        busyText={t(photos.sending ? 'web.photos.busy' : 'ui.saving')}
      >
        {t('web.contracts.completion.send')}
      </SubmitButton>
    </>
  );
  const name = milestone.name;
  const isDrafted = note !== '' || isDone || photos.items.length > 0;
  return (
    <Dialog
      title={
        <TwoLineTitle
          title={t('web.contracts.completion.title', {
            name: contract.poster.name,
            number: milestone.position,
          })}
          detail={name}
        />
      }
      onClose={onClose}
      footer={footer}
      persistent
    >
      {problem && !isFieldProblem(problem) && (
        <Note tone="bad" role="alert">
          {problem.message}
        </Note>
      )}
      <form id="completion" onSubmit={submit} noValidate>
        <PhotosField
          id="completion-photos"
          label={t('web.contracts.completion.photos')}
          hint={t('web.contracts.completion.photosHint')}
          photos={photos}
        />
        <Field id="completion-note" label={t('web.contracts.completion.note')} error={noteProblem} optional>
          <TextArea
            rows={3}
            value={note}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        </Field>
        <TickField
          id="completion-done"
          type="checkbox"
          checked={isDone}
          error={tickProblem}
          onChange={({ currentTarget }) => change({ isDone: currentTarget.checked })}
        >
          {t('web.contracts.completion.done', { milestone: name })}
        </TickField>
        <Note tone="info">
          {t('web.contracts.completion.noMoney', { amount: formatRupees(milestone.amountPaise) })}
        </Note>
        <DraftNote kept={isDrafted} discard={forgetDraft} />
      </form>
    </Dialog>
  );
}

const getFieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof CallError ? error.fields[field] : undefined;
const isFieldProblem = (error: Error): boolean =>
  error instanceof CallError && Object.keys(error.fields).length > 0;
