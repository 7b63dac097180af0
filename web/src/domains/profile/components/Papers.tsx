import { isPicture } from '../../../platform/photos/heic.ts';
import '../papers.css';
import { useState } from 'react';
import { CERTIFICATES_MAX } from '@fws/contract/profile/model';
import type { Profile } from '@fws/contract/profile/schemas';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import type { FileLink } from '@fws/contract/platform/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { maySendAgain } from '../../../platform/client/uploads.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ChosenFile, Dialog, Field, FileDrop, IconButton, Sheet } from '../../../ui/index.ts';
import { addPapers, removePaper } from '../api.ts';
import { Paper } from './Paper.tsx';

type Kind = 'resume' | 'certificates';

/** Resume and certificates: sent as soon as they are chosen, removed after a confirmation. */
export function Papers({ profile }: { profile: Profile }) {
  const t = useT();
  const { resume, certificates } = profile;
  return (
    <>
      <Sheet title={t('web.profile.resume')} id="resume-sheet">
        {resume && <PaperRow file={resume} kind={t('web.profile.resume')} />}
        <AddPapers
          kind="resume"
          label={t(resume ? 'web.profile.replaceResume' : 'web.profile.resume')}
          hint={resume ? t('web.profile.resumeHint') : undefined}
        />
      </Sheet>
      <Sheet title={t('web.profile.certificates')}>
        {certificates.length > 0 && (
          <ul className="stack pf-papers">
            {certificates.map((file) => (
              <li key={file.url}>
                <PaperRow file={file} kind={t('web.profile.certificate')} />
              </li>
            ))}
          </ul>
        )}
        {certificates.length < CERTIFICATES_MAX && (
          <AddPapers
            kind="certificates"
            label={t('web.profile.addCertificate')}
            hint={t('web.profile.certificatesHint', { maximum: CERTIFICATES_MAX })}
          />
        )}
      </Sheet>
    </>
  );
}

/** Refuses an invalid file beside the field, before anything is sent. */
function findFileProblem(file: File): string | undefined {
  if (file.size > ATTACHMENT_MAX_BYTES) return translate('common.file_too_large');
  const isAllowed = isPicture(file) || file.type === 'application/pdf';
  return isAllowed ? undefined : translate('common.file_wrong_type');
}

type AddProps = { kind: Kind; label: string; hint: string | undefined };

function AddPapers({ kind, label, hint }: AddProps) {
  const t = useT();
  const online = useOnline();
  /** What is on its way, or was not sent. */
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();

  /** Sends one file at a time: on a slow connection, the files that arrived are kept if the next one fails. */
  async function add(files: readonly File[]): Promise<void> {
    setError(undefined);
    setSending(true);
    setChosen(await sendUntilFailure(files));
    setSending(false);
  }

  /** Returns what can be tried again. */
  async function sendUntilFailure(files: readonly File[]): Promise<readonly File[]> {
    for (const [index, file] of files.entries()) {
      const problem = findFileProblem(file);
      if (problem !== undefined) {
        setError(problem);
        return [];
      }
      setChosen(files.slice(index));
      try {
        await addPapers(kind === 'resume' ? { resume: file } : { certificates: [file] });
        toast.success(translate('profile.papers_added'));
      } catch (failure) {
        setError(getFailureText(failure, kind));
        return maySendAgain(failure) ? files.slice(index) : [];
      }
    }
    return [];
  }

  const [first] = chosen;
  return (
    <Field id={kind} label={label} hint={hint} error={error}>
      {first === undefined ? (
        <FileDrop
          accept="image/*,application/pdf"
          limit={online ? t('web.profile.paperLimit') : t('ui.needsInternet')}
          disabled={!online}
          multiple={kind === 'certificates'}
          onFiles={(files) => void add(files)}
        />
      ) : (
        <>
          <ChosenFile name={first.name} onRemove={sending ? undefined : () => setChosen([])} />
          {!sending && (
            <Button disabled={!online} onClick={() => void add(chosen)}>
              {t(online ? 'ui.tryAgain' : 'ui.needsInternet')}
            </Button>
          )}
        </>
      )}
    </Field>
  );
}

function getFailureText(failure: unknown, kind: Kind): string {
  const fieldError = failure instanceof CallError ? failure.fields[kind] : undefined;
  return fieldError ?? (failure instanceof Error ? failure.message : translate('common.something_wrong'));
}

function PaperRow({ file, kind }: { file: FileLink; kind: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Paper
        file={file}
        kind={kind}
        action={
          <IconButton
            icon="trash"
            label={t('ui.remove', { name: file.name })}
            onClick={() => setOpen(true)}
          />
        }
      />
      {open && <RemoveDialog file={file} onClose={() => setOpen(false)} />}
    </>
  );
}

function RemoveDialog({ file, onClose }: { file: FileLink; onClose: () => void }) {
  const t = useT();
  const online = useOnline();
  const [removing, setRemoving] = useState(false);

  async function remove(): Promise<void> {
    setRemoving(true);
    try {
      await removePaper(file.url);
      toast.success(translate('profile.papers_removed'));
      onClose();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
      setRemoving(false);
    }
  }

  const footer = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        variant="dangerSolid"
        disabled={!online}
        busy={removing}
        busyText={t('web.profile.removing')}
        onClick={() => void remove()}
      >
        {online ? t('web.profile.remove') : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.profile.removeTitle')} onClose={onClose} footer={footer}>
      <p className="pf-breaks">{t('web.profile.removeWhy', { name: file.name })}</p>
    </Dialog>
  );
}
