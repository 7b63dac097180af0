import { useEffect, useState } from 'react';

import type { Resolver } from 'react-hook-form';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { postJob } from '@fws/contract/jobs/calls';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { CallError } from '../../../platform/client/index.ts';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { openDraft, restoreBase } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { useSavedElsewhere } from '../../../platform/elsewhere/useSavedElsewhere.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { usePhotos } from '../../../platform/photos/usePhotos.ts';
import { loadNow } from '../../../platform/queries/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { inviteAfterPosting } from '../../invitations/index.ts';
import { jobQuery } from '../api.ts';
import { usePostJob, useUpdateJob } from '../ownApi.ts';
import type { Upload } from '../components/UploadField.tsx';
import {
  EMPTY_JOB,
  toJobDraft,
  toSimilarDraft,
  isPast,
  readJobDraft,
  clearOtherBudget,
} from './postJobValues.ts';
import type { JobDraft } from './postJobValues.ts';
import { listJobParts } from './jobParts.ts';
import { useTradeProposal } from './useTradeProposal.ts';

const validateContract = contractResolver(postJob);

const resolver: Resolver<JobDraft> = async (draft, context, options) => {
  const result = await validateContract(clearOtherBudget(draft), context, options);
  const errors = { ...result.errors };
  if (!errors.takeWorkOn && isPast(draft.takeWorkOn))
    errors.takeWorkOn = { type: 'contract', message: translate('jobs.take_work_past') };
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: draft, errors: {} };
};

/**
 * `edited`: the form edits this job. `like`: it begins with the values of this one, without its dates, photos and file.
 * `invitedId`: who is invited to quote when the job is posted. Each has a draft of its own, so that none is lost.
 */
export type JobFormSource = { edited?: JobDetail; like?: JobDetail; invitedId?: number };

function nameDraft({ edited, like, invitedId }: JobFormSource, name: string): string {
  if (edited) return `${name}:${edited.id}`;
  if (like) return `${name}-like:${like.id}`;
  return invitedId === undefined ? name : `${name}-invite:${invitedId}`;
}

/** The Post a Job form: stored on the device, checked only on submit, then sent. */
export function useJobForm(source: JobFormSource) {
  const { edited: job, like, invitedId } = source;
  const navigate = useNavigate();
  const userId = useUser().id;
  const [store] = useState(() => openDraft(userId, nameDraft(source, 'job')));
  const [savedValues] = useState(() => {
    if (job) return toJobDraft(job);
    return like ? toSimilarDraft(like) : EMPTY_JOB;
  });
  const [defaultValues] = useState(() => readJobDraft(store.load(), savedValues));
  const form = useCheckedForm<JobDraft>({
    defaultValues,
    resolver,
    shouldFocusError: false,
  });
  const [photoStore] = useState(() => openDraft(userId, nameDraft(source, 'job-photos')));
  const photos = usePhotos(photoStore, job?.photos);
  const [attachment, setAttachment] = useState<Upload>({});
  const posting = usePostJob();
  const changing = useUpdateJob();
  const isNew = job === undefined;
  const [opened] = useState(() => job && restoreBase(store, job));
  const elsewhere = useSavedElsewhere({
    opened,
    load: () => loadNow(jobQuery(String(opened?.id))),
    parts: () => listJobParts(form, photos, { current: attachment, replace: setAttachment, opened }),
  });

  const draft = useFormDraft(form, store, { values: savedValues, base: opened });
  useTradeProposal(form, isNew);

  const { clearErrors } = form;
  useEffect(() => {
    if (photos.error === undefined) clearErrors('photoIds');
  }, [photos.error, clearErrors]);

  async function send(submitted: JobDraft): Promise<void> {
    const photoIds = await photos.settle();
    if (photoIds === null) {
      form.setError('photoIds', { type: 'server', message: translate('web.photos.notSent') });
      return;
    }
    const values = { ...clearOtherBudget(submitted), photoIds };
    let savedId: number | undefined;
    try {
      let posted: JobDetail | undefined;
      const saved = await elsewhere.save(async (version) => {
        posted = await (job
          ? changing.mutateAsync({ jobId: job.id, version, values, attachment: attachment.file })
          : posting.mutateAsync({ values, attachment: attachment.file }));
        return posted;
      });
      if (!saved) return;
      savedId = posted?.id;
    } catch (error) {
      showProblem(error);
      return;
    }
    store.remove();
    photos.reset();
    toast.success(translate(isNew ? 'jobs.posted' : 'jobs.updated'));
    if (invitedId !== undefined && savedId !== undefined)
      await inviteAfterPosting(userId, { jobId: savedId, userId: invitedId });
    navigate(job ? paths.requests(job.id) : paths.postedJobs());
  }

  function showProblem(error: unknown): void {
    const fileError = error instanceof CallError ? error.fields['attachment'] : undefined;
    if (fileError !== undefined) setAttachment({ error: fileError });
    if (error instanceof CallError) photos.setError(error.fields['photoIds']);
    if (!showFieldErrors(error, form.setError))
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
  }

  return {
    form,
    submit: form.handleSubmit(send),
    posting: form.formState.isSubmitting,
    attachment,
    setAttachment,
    photos,
    changes: elsewhere.changes,
    draft: {
      kept: draft.kept,
      discard() {
        draft.discard();
        photos.reset();
      },
    },
  };
}
