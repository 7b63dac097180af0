import '../post-job.css';
import { Suspense, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getEditJobAbility } from '@fws/contract/jobs/editing';
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
import { NewJobInviteNote } from '../../invitations/index.ts';
import { HeldBackNote } from '../../safety/index.ts';
import { categoriesQuery, jobQuery } from '../api.ts';
import { BudgetField } from '../forms/BudgetField.tsx';
import { MoreDetails } from '../forms/MoreDetails.tsx';
import { PlaceFields } from '../forms/PlaceFields.tsx';
import { useJobForm, type JobFormSource } from '../forms/useJobForm.ts';
import { WorkSheet } from '../forms/WorkSheet.tsx';

const JobPreview = lazyScreen(['jobs'], () => import('../forms/JobPreview.tsx'));

/**
 * Post a Job. With `?job=` the form edits a job without quotes, or one that FWS asked to change; with `?like=` it begins as one of the poster's;
 * with `?invite=` somebody is invited to quote when it is posted.
 */
export default function PostJob() {
  const [search] = useSearchParams();
  const id = search.get('job');
  const likeId = search.get('like');
  if (id !== null) return <EditJob key={id} id={id} />;
  if (likeId !== null) return <PostLike key={likeId} id={likeId} />;
  const invitedId = readUserId(search.get('invite'));
  return invitedId === null ? <JobForm /> : <JobForm key={invitedId} invitedId={invitedId} />;
}

/** Null for a text that is no id. */
const readUserId = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

PostJob.firstQueries = ({ search }: Address) => {
  const id = search.get('job') ?? search.get('like');
  return id === null ? [categoriesQuery()] : [categoriesQuery(), jobQuery(id)];
};

function EditJob({ id }: { id: string }) {
  const t = useT();
  const userId = useUser().id;
  const query = useQuery(jobQuery(id));
  const job = query.data;
  const ability = job && getEditJobAbility(job, userId);
  if (job && ability?.allowed) return <JobForm edited={job} />;
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

/** Where the job is not the user's or not there, the form is empty. */
function PostLike({ id }: { id: string }) {
  const t = useT();
  const userId = useUser().id;
  const query = useQuery(jobQuery(id));
  if (query.data) return query.data.posterId === userId ? <JobForm like={query.data} /> : <JobForm />;
  return (
    <Screen
      title={t('shell.postJob')}
      data={query}
      back={{ to: paths.postedJobs(), label: t('shell.posted') }}
    >
      {null}
    </Screen>
  );
}

function JobForm({ edited: job, like, invitedId }: JobFormSource) {
  const t = useT();
  const online = useOnline();
  const isWide = useMinWidth(DESKTOP_PX);
  const { form, submit, posting, attachment, setAttachment, photos, changes, draft } = useJobForm({
    ...(job && { edited: job }),
    ...(like && { like }),
    ...(invitedId !== undefined && { invitedId }),
  });
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
            {job && <HeldBackNote heldBack={job.heldBack} />}
            {like && <Note>{t('web.jobs.post.similar')}</Note>}
            {invitedId !== undefined && (
              <Suspense>
                <NewJobInviteNote userId={invitedId} takeWorkOn={form.watch('takeWorkOn')} />
              </Suspense>
            )}
            <SavedElsewhere changes={changes} />
            <ErrorSummary problems={problems} submitCount={submitCount} />
            <WorkSheet>
              <PlaceFields />
              <BudgetField />
              <PhotosField id="photoIds" label={t('web.photos.title')} photos={photos} />
            </WorkSheet>
            <MoreDetails
              attachment={attachment}
              onAttachment={setAttachment}
              // What FWS asks to change is most often in the description.
              isOpen={job?.heldBack?.reason === 'change_asked'}
            />
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
