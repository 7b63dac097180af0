import '../post-job.css';
import { Suspense, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getEditJobAbility } from '@fws/contract/jobs/editing';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { FormProvider } from 'react-hook-form';
import { paths } from '../../../platform/router/paths.ts';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useSearchParams, type Address } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import {
  Button,
  Columns,
  DESKTOP_PX,
  DraftNote,
  ErrorSummary,
  Note,
  SavedElsewhere,
  Screen,
  useMinWidth,
} from '../../../ui/index.ts';
import { PhotosField } from '../../../ui/PhotosField.tsx';
import { categoriesQuery, jobQuery } from '../api.ts';
import { BudgetField } from '../forms/BudgetField.tsx';
import { MoreDetails } from '../forms/MoreDetails.tsx';
import { PlaceFields } from '../forms/PlaceFields.tsx';
import { useJobForm } from '../forms/useJobForm.ts';
import { WorkSheet } from '../forms/WorkSheet.tsx';

const JobPreview = lazyScreen(['jobs'], () => import('../forms/JobPreview.tsx'));

/** Post a Job. With `?job=` the same form edits a job without quotes. */
export default function PostJob() {
  const [search] = useSearchParams();
  const id = search.get('job');
  return id === null ? <JobForm /> : <EditJob key={id} id={id} />;
}

PostJob.firstQueries = ({ search }: Address) => {
  const id = search.get('job');
  return id === null ? [categoriesQuery()] : [categoriesQuery(), jobQuery(id)];
};

function EditJob({ id }: { id: string }) {
  const t = useT();
  const userId = useUser().id;
  const query = useQuery(jobQuery(id));
  const job = query.data;
  const ability = job && getEditJobAbility(job, userId);
  if (job && ability?.allowed) return <JobForm job={job} />;
  return (
    <Screen
      title={t('web.jobs.edit')}
      data={query}
      back={{ to: paths.postedJobs(), label: t('shell.posted') }}
    >
      {() => ability && !ability.allowed && <Note>{t(ability.reason)}</Note>}
    </Screen>
  );
}

function JobForm({ job }: { job?: JobDetail }) {
  const t = useT();
  const online = useOnline();
  const isWide = useMinWidth(DESKTOP_PX);
  const { form, submit, posting, attachment, setAttachment, photos, changes, draft } = useJobForm(job);
  const { errors, submitCount } = form.formState;
  const problems = useMemo(
    () =>
      Object.entries({ ...errors, attachment: { message: attachment.error } }).flatMap(([field, error]) =>
        error.message === undefined ? [] : [{ id: field, text: error.message }],
      ),
    [errors, attachment.error],
  );
  return (
    <Screen
      title={t(job ? 'web.jobs.edit' : 'shell.postJob')}
      lead={job ? job.title : t('web.jobs.post.lead')}
      data={null}
    >
      <FormProvider {...form}>
        <Columns aside={<Suspense>{isWide && <JobPreview />}</Suspense>}>
          <form onSubmit={(event) => void submit(event)} noValidate>
            <SavedElsewhere changes={changes} />
            <ErrorSummary problems={problems} submitCount={submitCount} />
            <WorkSheet>
              <PlaceFields />
              <BudgetField />
              <PhotosField id="photoIds" label={t('web.photos.title')} photos={photos} />
            </WorkSheet>
            <MoreDetails attachment={attachment} onAttachment={setAttachment} />
            <DraftNote {...draft} />
            <div className="job-submit">
              <Button
                type="submit"
                variant={job ? 'primary' : 'accent'}
                block
                disabled={!online}
                busy={posting}
                busyText={t(photos.sending ? 'web.photos.busy' : job ? 'ui.saving' : 'web.jobs.post.posting')}
              >
                {t(online ? (job ? 'web.jobs.edit.save' : 'web.jobs.post.submit') : 'ui.needsInternet')}
              </Button>
            </div>
          </form>
        </Columns>
      </FormProvider>
    </Screen>
  );
}
