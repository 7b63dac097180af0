import { useQuery } from '@tanstack/react-query';
import { formatDate, formatTime, translate, useT } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { Note } from '../../../ui/index.ts';
import { taskQuery, useDecideTask } from './api.ts';
import { adminPaths } from '../paths.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { History } from '../audit/History.tsx';
import { ReasonForm } from '../shared/ReasonForm.tsx';

/** A queue task that has no attempts left. */
export function TaskCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery({ ...taskQuery(id), retry: false });
  const decide = useDecideTask();
  const navigate = useNavigate();
  const submit = (decision: 'retry' | 'dismiss') => async (reason: string) => {
    await decide.mutateAsync({ taskId: id, decision, reason });
    // The failed task no longer exists, so leave its page.
    navigate(adminPaths.queue());
  };
  return (
    <CaseFrame query={query}>
      {(task) => ({
        overline: t('web.admin.taskOver', {
          id: task.id,
          date: `${formatDate(t, task.failedAt)}, ${formatTime(t, task.failedAt)}`,
        }),
        title: task.task,
        facts: (
          <>
            <p className="adm-lead">{t('web.admin.taskLead', { attempts: task.attempts })}</p>
            <FactTable
              rows={[
                [
                  t('web.admin.error'),
                  <span key="error" lang="en">
                    {task.error}
                  </span>,
                ],
                ...task.about.map(({ name, value }) => [name, value] as const),
                [t('web.admin.since'), `${formatDate(t, task.createdAt)}, ${formatTime(t, task.createdAt)}`],
              ]}
            />
            <h3 className="adm-history">{t('web.admin.history')}</h3>
            <History subject="task" subjectId={id} />
          </>
        ),
        decide: (
          <>
            <h3>{t('web.admin.decide')}</h3>
            <Note>{t('web.admin.taskHint')}</Note>
            <ReasonForm
              label={t('web.admin.note')}
              hint={t('web.admin.reasonDismiss')}
              choices={[
                {
                  label: t('web.admin.runAgain'),
                  variant: 'primary',
                  onChoose: submit('retry'),
                  doneText: translate('admin.task_decided'),
                },
                {
                  label: t('web.admin.dismiss'),
                  variant: 'second',
                  needsReason: true,
                  onChoose: submit('dismiss'),
                  doneText: translate('admin.task_decided'),
                },
              ]}
            />
          </>
        ),
      })}
    </CaseFrame>
  );
}
