import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { ISSUE_TYPES, type IssueType } from '@fws/contract/disputes/model';
import type { Issue, IssueJob } from '@fws/contract/disputes/schemas';
import type { CallInput } from '@fws/contract/platform/call';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { CallError } from '../../../platform/client/index.ts';
import { contractResolver, showFieldErrors, useIdempotencyKey } from '../../../platform/client/form.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import {
  ChosenFile,
  Button,
  Dialog,
  DraftNote,
  Empty,
  ErrorSummary,
  Field,
  FileDrop,
  LoadError,
  Note,
  Select,
  Skeleton,
  TextArea,
} from '../../../ui/index.ts';
import { formatFileSize } from '../../jobs/index.ts';
import { issueJobsQuery, useRaiseIssue } from '../api.ts';
import { ACCEPT, findFileProblem } from '../documents.ts';
import { issueNames } from '../labels.ts';

const FORM = 'raise-issue';
type Props = { jobId: string; onRaised: (issue: Issue) => void; onClose: () => void };

/** Takes the job, the kind of issue, and a description. */
export default function RaiseDialog({ jobId, onRaised, onClose }: Props) {
  const t = useT();
  const online = useOnline();
  const jobs = useQuery(issueJobsQuery());
  const raise = useRaiseIssue();
  const hasJobs = (jobs.data?.items.length ?? 0) > 0;
  const buttons = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        type="submit"
        form={FORM}
        variant="primary"
        disabled={!online || !hasJobs}
        busy={raise.isPending}
        busyText={t('web.disputes.sending')}
      >
        {t(online ? 'web.disputes.raise' : 'ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.disputes.raise')} onClose={onClose} footer={buttons} full persistent>
      {jobs.isPending ? (
        <Skeleton />
      ) : !jobs.data ? (
        <LoadError error={jobs.error} onRetry={jobs.refetch} />
      ) : hasJobs ? (
        <RaiseForm jobs={jobs.data.items} jobId={jobId} raise={raise} onRaised={onRaised} />
      ) : (
        <Empty title={t('web.disputes.noJobs')}>{t('web.disputes.noJobsWhy')}</Empty>
      )}
    </Dialog>
  );
}

const EMPTY_ISSUE: CallInput<typeof raiseIssue> = { jobId: '', issue: '' as IssueType, details: '' };

type FormProps = {
  jobs: readonly IssueJob[];
  jobId: string;
  raise: ReturnType<typeof useRaiseIssue>;
  onRaised: (issue: Issue) => void;
};

function RaiseForm({ jobs, jobId, raise, onRaised }: FormProps) {
  const t = useT();
  const [document, setDocument] = useState<{ file?: File; error?: string }>({});
  const idempotency = useIdempotencyKey();
  const userId = useUser().id;
  const [store] = useState(() => openDraft(userId, 'issue'));
  const [defaultValues] = useState(() => {
    const restored = restoreDraft(store, EMPTY_ISSUE);
    const isListed = (id: string) => jobs.some((job) => String(job.jobId) === id);
    return { ...restored, jobId: [jobId, restored.jobId].find(isListed) ?? '' };
  });
  const form = useCheckedForm<CallInput<typeof raiseIssue>>({
    resolver: contractResolver(raiseIssue),
    defaultValues,
    shouldFocusError: false,
  });
  const draft = useFormDraft(form, store, { values: EMPTY_ISSUE });
  const { errors, submitCount } = form.formState;
  const problems = useMemo(
    () =>
      (['jobId', 'issue', 'details'] as const).flatMap((field) => {
        const text = errors[field]?.message;
        return text === undefined ? [] : [{ id: `${FORM}-${field}`, text }];
      }),
    [errors],
  );

  async function send(values: CallInput<typeof raiseIssue>): Promise<void> {
    const { file } = document;
    try {
      const key = idempotency.key([values, file?.name, file?.size, file?.lastModified]);
      const issue = await raise.mutateAsync({ values, document: file, key });
      idempotency.renew();
      store.remove();
      toast.success(translate('disputes.raised', { ticket: issue.ticket }));
      onRaised(issue);
    } catch (error) {
      const fileError = error instanceof CallError ? error.fields['document'] : undefined;
      if (fileError !== undefined) setDocument({ error: fileError });
      else showFieldErrors(error, form.setError);
    }
  }

  function choose(file: File): void {
    const problem = findFileProblem(file);
    setDocument(problem ? { error: t(problem) } : { file });
  }

  const hasFormError = raise.error && !(raise.error instanceof CallError && hasFields(raise.error));
  return (
    <form id={FORM} onSubmit={(event) => void form.handleSubmit(send)(event)} noValidate>
      <ErrorSummary problems={problems} submitCount={submitCount} />
      {hasFormError && <Note tone="bad">{raise.error.message}</Note>}
      <Field id={`${FORM}-jobId`} label={t('web.disputes.jobId')} error={errors.jobId?.message}>
        <Select
          {...form.register('jobId')}
          placeholder={t('web.disputes.choose')}
          options={jobs.map((job) => ({
            value: String(job.jobId),
            label: `${job.jobNumber} · ${job.title} · ${job.withName}`,
          }))}
        />
      </Field>
      <Field id={`${FORM}-issue`} label={t('web.disputes.issue')} error={errors.issue?.message}>
        <Select
          {...form.register('issue')}
          placeholder={t('web.disputes.choose')}
          options={ISSUE_TYPES.map((issue) => ({ value: issue, label: t(issueNames[issue]) }))}
        />
      </Field>
      <Field
        id={`${FORM}-details`}
        label={t('web.disputes.details')}
        hint={t('web.disputes.detailsHint')}
        error={errors.details?.message}
      >
        <TextArea rows={4} {...form.register('details')} />
      </Field>
      <Field id={`${FORM}-document`} label={t('web.disputes.attachment')} optional error={document.error}>
        {document.file ? (
          <ChosenFile
            name={document.file.name}
            detail={formatFileSize(document.file.size)}
            onRemove={() => setDocument({})}
          />
        ) : (
          <FileDrop accept={ACCEPT} limit={t('web.disputes.fileLimit')} onFile={choose} />
        )}
      </Field>
      <Note>{t('web.disputes.holdNote')}</Note>
      <DraftNote {...draft} />
    </form>
  );
}

const hasFields = (error: CallError): boolean => Object.keys(error.fields).length > 0;
