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
import { jobQuery } from '../api.ts';
import { usePostJob, useUpdateJob } from '../ownApi.ts';
import type { Upload } from '../components/UploadField.tsx';
import { EMPTY_JOB, toJobDraft, isPast, readJobDraft, clearOtherBudget } from './postJobValues.ts';
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

/** `edited`: the form edits this job. `like`: it begins with the values of this one, without its photos and file. */
export type JobFormSource = { edited?: JobDetail; like?: JobDetail };

const nameDraft = ({ edited, like }: JobFormSource, name: string): string =>
  edited ? `${name}:${edited.id}` : like ? `${name}-like:${like.id}` : name;

/** The Post a Job form: stored on the device, checked only on submit, then sent. */
export function useJobForm(source: JobFormSource) {
  const { edited: job, like } = source;
  const navigate = useNavigate();
  const userId = useUser().id;
  const [store] = useState(() => openDraft(userId, nameDraft(source, 'job')));
  const [savedValues] = useState(() => {
    const given = job ?? like;
    return given ? toJobDraft(given) : EMPTY_JOB;
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
    try {
      const saved = await elsewhere.save((version) =>
        job
          ? changing.mutateAsync({ jobId: job.id, version, values, attachment: attachment.file })
          : posting.mutateAsync({ values, attachment: attachment.file }),
      );
      if (!saved) return;
    } catch (error) {
      showProblem(error);
      return;
    }
    store.remove();
    photos.reset();
    toast.success(translate(isNew ? 'jobs.posted' : 'jobs.updated'));
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
