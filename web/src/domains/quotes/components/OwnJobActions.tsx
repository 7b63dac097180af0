import { useState } from 'react';
import { getEditJobAbility } from '@fws/contract/jobs/editing';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ButtonLink, ButtonRow, Dialog, Note } from '../../../ui/index.ts';
import { useCancelOpenJob } from '../api.ts';

/** What the poster can do with a job that is not awarded: edit it while it has no quotes or FWS asked to, or cancel it. */
export function OwnJobActions({ job }: { job: JobDetail }) {
  const t = useT();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const edit = getEditJobAbility(job, useUser().id);
  const isOpen = job.state === 'open';
  return (
    <>
      <ButtonRow>
        <ButtonLink to={paths.postLike(job.id)}>{t('web.jobs.similar')}</ButtonLink>
        {edit.allowed && <ButtonLink to={paths.editJob(job.id)}>{t('web.jobs.edit')}</ButtonLink>}
        {isOpen && (
          <Button variant="danger" disabled={!online} onClick={() => setOpen(true)}>
            {t(online ? 'web.jobs.cancel' : 'ui.needsInternet')}
          </Button>
        )}
      </ButtonRow>
      {isOpen && !edit.allowed && <p className="t2 mut">{t(edit.reason)}</p>}
      {open && <CancelDialog job={job} onClose={() => setOpen(false)} />}
    </>
  );
}

function CancelDialog({ job, onClose }: { job: JobDetail; onClose: () => void }) {
  const t = useT();
  const online = useOnline();
  const navigate = useNavigate();
  const cancel = useCancelOpenJob();

  async function send(): Promise<void> {
    try {
      await cancel.mutateAsync(job.id);
    } catch {
      return; // The dialog stays open and shows the error.
    }
    toast.success(t('jobs.cancelled'));
    navigate(paths.postedJobs());
  }

  const buttons = (
    <>
      <Button onClick={onClose}>{t('web.jobs.cancel.keep')}</Button>
      <Button
        variant="dangerSolid"
        disabled={!online}
        busy={cancel.isPending}
        busyText={t('ui.saving')}
        onClick={() => void send()}
      >
        {t(online ? 'web.jobs.cancel' : 'ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.jobs.cancel.title')} onClose={onClose} footer={buttons}>
      {cancel.error && <Note tone="bad">{cancel.error.message}</Note>}
      <p>{t('web.jobs.cancel.text', { count: job.quotesReceived })}</p>
    </Dialog>
  );
}
