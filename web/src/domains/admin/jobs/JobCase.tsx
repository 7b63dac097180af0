import { useQuery } from '@tanstack/react-query';
import { hasPermission } from '@fws/contract/platform/permissions';
import { formatDate, formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Name, Note, SkillList, VerifiedMark } from '../../../ui/index.ts';
import { jobQuery, useVerifyJob } from './api.ts';
import { adminPaths } from '../paths.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { ReasonForm, type Choice } from '../shared/ReasonForm.tsx';
import { statusQuery } from '../login/api.ts';
import { useSuspension } from '../users/api.ts';

export function JobCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(jobQuery(id));
  const verify = useVerifyJob();
  const decide = (decision: 'verify' | 'decline') => (reason: string) =>
    verify.mutateAsync({ jobId: id, decision, reason });
  const suspend = useSuspension('suspend');
  const role = useQuery(statusQuery()).data?.role ?? 'finance';
  const maySuspend = hasPermission(role, 'users.suspend');
  const buildSuspendChoice = (userId: string): Choice => ({
    label: t('web.admin.suspendPoster'),
    variant: 'dangerSolid',
    needsReason: true,
    onChoose: (reason) => suspend.mutateAsync({ userId, reason }),
    doneText: translate('admin.user_suspended'),
  });
  return (
    <CaseFrame query={query}>
      {(job) => ({
        overline: t('web.admin.jobOver', { number: job.number, date: formatDate(t, job.postedAt) }),
        title: job.title,
        badge: job.verified && <VerifiedMark />,
        facts: (
          <FactTable
            rows={[
              [
                t('web.admin.poster'),
                <>
                  <Link to={adminPaths.user(job.poster.id)}>
                    <Name>{job.poster.name}</Name>
                  </Link>{' '}
                  {job.poster.verified && <VerifiedMark />}{' '}
                  <span className="mut">{t('web.admin.jobsPosted', { count: job.poster.jobsPosted })}</span>
                </>,
              ],
              [t('web.admin.category'), job.category],
              [t('web.admin.place'), job.location],
              [
                t('web.admin.budget'),
                job.budgetFromPaise === job.budgetToPaise
                  ? formatRupees(job.budgetToPaise)
                  : `${formatRupees(job.budgetFromPaise)} – ${formatRupees(job.budgetToPaise)}`,
              ],
              [t('web.admin.closes'), formatDate(t, job.closesOn)],
              [t('web.admin.skills'), <SkillList key="skills" skills={job.skills} />],
              [
                t('web.admin.description'),
                <p key="text" className="adm-text">
                  {job.description || '–'}
                </p>,
              ],
              [
                t('web.admin.papers'),
                job.attachment ? (
                  <a key="file" href={job.attachment.url} target="_blank" rel="noreferrer">
                    {job.attachment.name}
                  </a>
                ) : (
                  '–'
                ),
              ],
            ]}
          />
        ),
        decide: (
          <>
            <h3>{t('web.admin.decide')}</h3>
            {job.reviewed && (
              <Note>
                {t('web.admin.reviewedBy', { person: job.reviewed.by, date: formatDate(t, job.reviewed.at) })}
              </Note>
            )}
            {job.state === 'open' ? (
              <DecisionGate ability={job.mayDecide}>
                <Note tone="warn">
                  {t(maySuspend ? 'web.admin.jobStaysOnline' : 'web.admin.jobStaysOnlineAsk')}
                </Note>
                <ReasonForm
                  label={t('web.admin.reason')}
                  hint={t('web.admin.reasonDecline')}
                  choices={[
                    {
                      label: t('web.admin.verifyJob'),
                      variant: 'primary',
                      onChoose: decide('verify'),
                      doneText: translate('admin.job_verified'),
                    },
                    {
                      label: t('web.admin.declineJob'),
                      variant: 'second',
                      needsReason: true,
                      onChoose: decide('decline'),
                      doneText: translate('admin.job_left'),
                    },
                    ...(maySuspend ? [buildSuspendChoice(String(job.poster.id))] : []),
                  ]}
                />
              </DecisionGate>
            ) : (
              <Note>{t('admin.job_not_open')}</Note>
            )}
          </>
        ),
      })}
    </CaseFrame>
  );
}
