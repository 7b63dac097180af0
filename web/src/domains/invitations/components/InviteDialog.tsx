import '../invitations.css';
import { useEffect, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { NOTE_MAX } from '@fws/contract/invitations/model';
import type { InviteOptions, JobOption } from '@fws/contract/invitations/schemas';
import { findReturn } from '@fws/contract/profile/availability/model';
import { CallError } from '../../../platform/client/index.ts';
import { restoreDraft } from '../../../platform/drafts/index.ts';
import { formatDate, translate, useT, type Translate } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useUser } from '../../../platform/session/index.ts';
import {
  Dialog,
  Field,
  FieldGroup,
  FormDialog,
  LoadError,
  LoadMore,
  Note,
  Skeleton,
  TextArea,
  Tick,
} from '../../../ui/index.ts';
import { AvailabilityText } from '../../profile/index.ts';
import { inviteOptionPages, openNoteDraft, sendInvitation } from '../api.ts';
import { toastSent } from '../toastSent.ts';

const NEW_JOB = 'new';

type Props = { userId: number; onClose: () => void };

/** For which job, and a line: invites a person to quote. */
export default function InviteDialog({ userId, onClose }: Props) {
  const t = useT();
  const options = useInfiniteQuery(inviteOptionPages(userId));
  const first = options.data?.pages[0];
  if (!first)
    return (
      <Dialog title={t('ui.inviteToQuote')} onClose={onClose}>
        {options.error ? <LoadError error={options.error} onRetry={options.refetch} /> : <Skeleton />}
      </Dialog>
    );
  const jobs = options.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <InviteForm person={first.person} jobs={jobs} more={<LoadMore list={options} />} onClose={onClose} />
  );
}

type FormProps = {
  person: InviteOptions['person'];
  jobs: readonly JobOption[];
  more: React.ReactNode;
  onClose: () => void;
};

function InviteForm({ person, jobs, more, onClose }: FormProps) {
  const t = useT();
  const navigate = useNavigate();
  const form = useInviteForm(person.id);
  const { note, setNote, problem, noteError, sending } = form;
  const firstFree = jobs.find(({ invite }) => invite.allowed);
  const [picked, setPicked] = useState<string>();
  const choice = picked ?? (firstFree ? String(firstFree.jobId) : NEW_JOB);
  const job = jobs.find(({ jobId }) => String(jobId) === choice);
  const isNew = choice === NEW_JOB;
  const name = person.firstName;

  async function submit(): Promise<void> {
    if (isNew) {
      navigate(paths.postAndInvite(person.id));
      return;
    }
    if (!job || !(await form.send(job.jobId))) return;
    onClose();
  }

  const pick = (value: string) => ({
    name: 'inviteJob',
    value,
    checked: choice === value,
    onChange: () => setPicked(value),
  });
  return (
    <FormDialog
      title={t('web.invitations.invite', { name })}
      submitText={t(isNew ? 'web.invitations.writeJob' : 'web.invitations.send')}
      busyText={t('web.invitations.sending')}
      busy={sending}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem !== undefined && <Note tone="bad">{problem}</Note>}
      <FieldGroup label={t('web.invitations.whichJob')}>
        <div className="inv-jobs">
          {jobs.map((option) => (
            <Tick
              key={option.jobId}
              type="radio"
              disabled={!option.invite.allowed}
              detail={describeOption(t, option)}
              {...pick(String(option.jobId))}
            >
              {option.jobTitle}
            </Tick>
          ))}
          {more}
          <Tick type="radio" detail={t('web.invitations.newJobText', { name })} {...pick(NEW_JOB)}>
            {t('web.invitations.newJob')}
          </Tick>
        </div>
      </FieldGroup>
      <AvailabilityText availability={person.availability} />
      <AwayNote person={person} date={job?.takeWorkOn} />
      <Field label={t('web.invitations.line')} optional error={noteError}>
        <TextArea
          className="inv-line"
          rows={3}
          maxLength={NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
      <Note>{t('web.invitations.whatHappens', { name })}</Note>
    </FormDialog>
  );
}

/** "Job 4840 · closes 18 Dec · 3 quotes", or why this person cannot be invited to it. */
function describeOption(t: Translate, { jobNumber, closesOn, quotesReceived, invite }: JobOption): string {
  if (!invite.allowed) return t(invite.reason);
  const closes = formatDate(t, closesOn, { year: false });
  return t('web.invitations.jobFacts', { number: jobNumber, date: closes, count: quotesReceived });
}

/** Warns where the person has said that they are away on the day on which the work starts. */
function AwayNote({ person, date }: { person: InviteOptions['person']; date: string | undefined }) {
  const t = useT();
  const back = date === undefined ? null : findReturn(person.availability, date);
  if (date === undefined || back === null) return null;
  const format = (day: string) => formatDate(t, day, { year: false });
  return (
    <Note tone="warn">
      {t('web.invitations.away', { name: person.firstName, date: format(date), back: format(back) })}
    </Note>
  );
}

/** The line, which stays on the device until it is sent, and sending it. */
function useInviteForm(userId: number) {
  const ownId = useUser().id;
  const [draft] = useState(() => openNoteDraft(ownId, userId));
  const [note, setNote] = useState(() => restoreDraft(draft, { note: '' }).note);
  const [problem, setProblem] = useState<string>();
  const [noteError, setNoteError] = useState<string>();
  const [sending, setSending] = useState(false);

  useEffect(() => {
    if (note === '') draft.remove();
    else draft.save({ note });
  }, [draft, note]);

  async function send(jobId: number): Promise<boolean> {
    setProblem(undefined);
    setNoteError(undefined);
    setSending(true);
    try {
      toastSent(await sendInvitation({ jobId, userId, note }));
    } catch (error) {
      const wrongNote = error instanceof CallError ? error.fields['note'] : undefined;
      setNoteError(wrongNote);
      if (wrongNote === undefined)
        setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
      return false;
    } finally {
      setSending(false);
    }
    draft.remove();
    return true;
  }

  return { note, setNote, problem, noteError, sending, send };
}
