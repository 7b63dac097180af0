import { useQuery } from '@tanstack/react-query';
import { hasPermission, type Role } from '@fws/contract/platform/permissions';
import type { UserCase } from '@fws/contract/admin/users/schemas';
import { formatDate, formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { Link, useParams } from '../../../platform/router/index.ts';
import { Badge, Columns, Name, Note, Screen, Sheet } from '../../../ui/index.ts';
import { startImpersonation, useAllowFunding, useAllowWithdrawals, userQuery, useSuspension } from './api.ts';
import { statusQuery } from '../login/api.ts';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { History } from '../audit/History.tsx';
import { ReasonForm } from '../shared/ReasonForm.tsx';
import { FactorsReset } from './FactorsReset.tsx';
import { SecurityLog } from './SecurityLog.tsx';
import { adminPaths } from '../paths.ts';

export function UserScreen() {
  const t = useT();
  const { id } = useParams<{ id: string }>();
  const query = useQuery(userQuery(id));
  const role = useQuery(statusQuery()).data?.role ?? 'support';
  return (
    <Screen
      title={query.data?.name ?? t('web.admin.user')}
      data={query}
      back={{ to: adminPaths.users(), label: t('web.admin.users') }}
      action={query.data?.suspendedAt && <Badge tone="stop">{t('web.admin.suspended')}</Badge>}
    >
      {() =>
        query.data && (
          <Columns
            aside={
              <div className="stack">
                <DecisionGate ability={query.data.mayDecide}>
                  <Decisions user={query.data} role={role} />
                </DecisionGate>
                {hasPermission(role, 'users.see') && !query.data.suspendedAt && (
                  <Impersonation user={query.data} />
                )}
              </div>
            }
          >
            <Sheet>
              <UserFacts user={query.data} />
            </Sheet>
            {query.data.linkedUsers && <LinkedUsers linked={query.data.linkedUsers} />}
            {hasPermission(role, 'users.security') && <SecurityLog userId={id} />}
            {hasPermission(role, 'audit.read') && (
              <>
                <h2 className="adm-history">{t('web.admin.history')}</h2>
                <History subject="user" subjectId={id} />
              </>
            )}
          </Columns>
        )
      }
    </Screen>
  );
}

/** What this role may decide about the user. */
function Decisions({ user, role }: { user: UserCase; role: Role }) {
  const maySuspend = hasPermission(role, 'users.suspend');
  return (
    <>
      {maySuspend && user.withdrawalsStoppedAt && (
        <StoppedWithdrawals user={user} stoppedAt={user.withdrawalsStoppedAt} />
      )}
      {hasPermission(role, 'money.decide') && user.fundingStoppedAt && (
        <StoppedFunding user={user} stoppedAt={user.fundingStoppedAt} />
      )}
      {maySuspend && <Suspension user={user} key={user.suspendedAt} />}
      {maySuspend && user.hasSecondFactor && <FactorsReset user={user} />}
    </>
  );
}

function UserFacts({ user }: { user: UserCase }) {
  const t = useT();
  const formatVerified = (isVerified: boolean) =>
    t(isVerified ? 'web.admin.isVerified' : 'web.admin.notVerified');
  return (
    <FactTable
      rows={[
        [t('web.admin.email'), `${user.email} · ${formatVerified(user.emailVerified)}`],
        [t('web.admin.mobile'), `${user.mobile} · ${formatVerified(user.mobileVerified)}`],
        [t('web.admin.place'), user.location],
        [t('web.admin.company'), user.companyName || '–'],
        [
          t('web.admin.identityColumn'),
          `${t(`web.admin.identity.${user.identity}`)}${user.identityName && ` · ${user.identityName}`}`,
        ],
        [t('web.admin.since'), formatDate(t, user.registeredAt)],
        [t('web.admin.sessions'), user.sessions],
        [
          t('web.admin.jobs'),
          <Link key="job" to={adminPaths.records('job', user.id)}>
            {user.jobsPosted}
          </Link>,
        ],
        [
          t('web.admin.contracts'),
          <>
            <Link to={adminPaths.records('contract', user.id)}>{user.contracts}</Link> ·{' '}
            {t('web.admin.completed', { count: user.completedProjects })}
          </>,
        ],
        ...(user.walletPaise === null
          ? []
          : [
              [t('web.admin.wallet'), formatRupees(user.walletPaise)] as const,
              [
                t('web.admin.record.order'),
                <Link key="order" to={adminPaths.records('order', user.id)}>
                  {t('web.admin.seeTheirs')}
                </Link>,
              ] as const,
              [
                t('web.admin.record.withdrawal'),
                <Link key="withdrawal" to={adminPaths.records('withdrawal', user.id)}>
                  {t('web.admin.seeTheirs')}
                </Link>,
              ] as const,
            ]),
      ]}
    />
  );
}

/** Lasts ten minutes and allows no changes. The reason goes into the audit log. */
function Impersonation({ user }: { user: UserCase }) {
  const t = useT();
  return (
    <Sheet>
      <ReasonForm
        label={t('web.admin.reasonImpersonation')}
        hint={t('web.admin.reasonImpersonationHint')}
        choices={[
          {
            label: t('web.admin.seeAs'),
            variant: 'second',
            needsReason: true,
            onChoose: (reason) => startImpersonation({ userId: String(user.id), reason }),
            doneText: translate('admin.impersonation_started'),
          },
        ]}
      />
    </Sheet>
  );
}

/**
 * The owner reported that a change was not theirs. Before allowing withdrawals again, staff must verify who
 * the owner is.
 */
function StoppedWithdrawals({ user, stoppedAt }: { user: UserCase; stoppedAt: string }) {
  const t = useT();
  const allow = useAllowWithdrawals();
  return (
    <Sheet>
      <Note tone="bad" role="status">
        {t('web.admin.withdrawalsStopped', { date: formatDate(t, stoppedAt) })}
      </Note>
      <ReasonForm
        label={t('web.admin.reasonAllow')}
        hint={t('web.admin.reasonAllowHint')}
        choices={[
          {
            label: t('web.admin.allowWithdrawals'),
            variant: 'primary',
            needsReason: true,
            onChoose: (reason) => allow.mutateAsync({ userId: String(user.id), reason }),
            doneText: translate('admin.withdrawals_allowed'),
          },
        ]}
      />
    </Sheet>
  );
}

/** Their bank took a payment back. */
function StoppedFunding({ user, stoppedAt }: { user: UserCase; stoppedAt: string }) {
  const t = useT();
  const allow = useAllowFunding();
  return (
    <Sheet>
      <Note tone="bad" role="status">
        {t('web.admin.fundingStopped', { date: formatDate(t, stoppedAt) })}
      </Note>
      <ReasonForm
        label={t('web.admin.reasonAllow')}
        hint={t('web.admin.reasonAllowHint')}
        choices={[
          {
            label: t('web.admin.allowFunding'),
            variant: 'primary',
            needsReason: true,
            onChoose: (reason) => allow.mutateAsync({ userId: String(user.id), reason }),
            doneText: translate('admin.funding_allowed'),
          },
        ]}
      />
    </Sheet>
  );
}

/** What this account has in common with others. */
function LinkedUsers({ linked }: { linked: NonNullable<UserCase['linkedUsers']> }) {
  const t = useT();
  return (
    <>
      <h2 className="adm-history">{t('web.admin.linkedUsers')}</h2>
      <Sheet>
        {linked.length === 0 ? (
          <p className="mut">{t('web.admin.noLinkedUsers')}</p>
        ) : (
          <FactTable
            rows={linked.map(({ id, name, links }) => [
              <Link key={id} to={adminPaths.user(id)}>
                <Name>{name}</Name>
              </Link>,
              links
                .map(({ kind, lastSeenAt }) => `${t(`web.admin.link.${kind}`)}, ${formatDate(t, lastSeenAt)}`)
                .join(' · '),
            ])}
          />
        )}
      </Sheet>
    </>
  );
}

function Suspension({ user }: { user: UserCase }) {
  const t = useT();
  const suspend = useSuspension('suspend');
  const restore = useSuspension('restore');
  const userId = String(user.id);
  return (
    <Sheet>
      {user.suspendedAt && (
        <Note tone="warn">
          {t('web.admin.suspendedOn', { date: formatDate(t, user.suspendedAt) })} “{user.suspendedReason}”
        </Note>
      )}
      <ReasonForm
        label={t('web.admin.reasonPerson')}
        hint={t('web.admin.reasonMailed')}
        choices={[
          user.suspendedAt
            ? {
                label: t('web.admin.restore'),
                variant: 'primary',
                needsReason: true,
                onChoose: (reason) => restore.mutateAsync({ userId, reason }),
                doneText: translate('admin.user_restored'),
              }
            : {
                label: t('web.admin.suspend'),
                variant: 'dangerSolid',
                needsReason: true,
                onChoose: (reason) => suspend.mutateAsync({ userId, reason }),
                doneText: translate('admin.user_suspended'),
              },
        ]}
      />
    </Sheet>
  );
}
