import { useQuery } from '@tanstack/react-query';
import { formatDate, translate, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Badge, Note } from '../../../ui/index.ts';
import type { IdentityCase as Case } from '@fws/contract/admin/identity/schemas';
import { identityQuery, useReviewIdentity } from './api.ts';
import { adminPaths } from '../paths.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { ReasonForm } from '../shared/ReasonForm.tsx';
import { NameComparison } from '../names/NameComparison.tsx';

/** The video beside the code that must be spoken in it, and the provider's answer. */
export function IdentityCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(identityQuery(id));
  const review = useReviewIdentity();
  const decide = (decision: 'confirm' | 'refuse') => (reason: string) =>
    review.mutateAsync({ checkId: id, decision, reason });
  return (
    <CaseFrame query={query}>
      {(check) => ({
        overline: t('web.admin.identityOver', {
          kind: check.kind.toUpperCase(),
          date: formatDate(t, check.createdAt),
        }),
        title: check.person.name,
        badge: <Badge>{t(`web.admin.identity.${check.state}`)}</Badge>,
        facts: (
          <>
            <div className="adm-video">
              {check.video ? (
                // oxlint-disable-next-line jsx-a11y/media-has-caption -- the only speech is the code shown beside the video
                <video src={check.video.url} controls playsInline preload="metadata" />
              ) : (
                <Note>{t('web.admin.noVideo')}</Note>
              )}
              <div>
                <p className="t2 mut">{t('web.admin.mustSay')}</p>
                <p className="adm-heard">
                  “I am {check.person.name}” <b className="adm-code">{check.code}</b>
                </p>
              </div>
            </div>
            <Names check={check} />
            <FactTable
              rows={[
                [
                  t('web.admin.person'),
                  <Link key="person" to={adminPaths.user(check.person.id)}>
                    {check.person.name}
                  </Link>,
                ],
                [t('web.admin.company'), check.person.companyName || '–'],
                [t('web.admin.place'), check.person.location],
                ...(check.names === null
                  ? [[t('web.admin.providerName'), t('web.admin.noAnswer')] as const]
                  : []),
                [t('web.admin.number'), check.last4 === null ? '–' : `•••• ${check.last4}`],
                [t('web.admin.reference'), check.providerReference || '–'],
                ...(check.reason === null ? [] : [[t('web.admin.reason'), check.reason] as const]),
              ]}
            />
          </>
        ),
        decide:
          check.reviewed || check.state === 'refused' ? (
            <Note>
              {check.reviewed
                ? t('web.admin.reviewedBy', {
                    person: check.reviewed.by,
                    date: formatDate(t, check.reviewed.at),
                  })
                : t('web.admin.identity.refused')}
            </Note>
          ) : (
            <DecisionGate ability={check.mayDecide}>
              <h3>{t('web.admin.decide')}</h3>
              {check.names?.account.match === 'other' && (
                <Note tone="warn">{t('web.admin.names.badgeVouches', { name: check.person.name })}</Note>
              )}
              <ReasonForm
                label={t('web.admin.reasonPerson')}
                hint={t('web.admin.reasonRefuse')}
                choices={[
                  {
                    label: t('web.admin.confirmIdentity'),
                    variant: 'primary',
                    onChoose: decide('confirm'),
                    doneText: translate('admin.identity_decided'),
                  },
                  {
                    label: t('web.admin.refuseIdentity'),
                    variant: 'danger',
                    needsReason: true,
                    onChoose: decide('refuse'),
                    doneText: translate('admin.identity_decided'),
                  },
                ]}
              />
            </DecisionGate>
          ),
      })}
    </CaseFrame>
  );
}

/** Our name, and the one that was typed, each beside the name on the ID. */
function Names({ check }: { check: Case }) {
  const t = useT();
  if (check.names === null) return null;
  const onId = { label: t('web.admin.names.onId'), name: check.providerName };
  const isCompany = check.kind === 'gstin' && check.person.companyName !== '';
  const ownName = isCompany ? check.person.companyName : check.person.name;
  return (
    <>
      <NameComparison
        ours={{ label: t('web.admin.names.account'), name: ownName }}
        theirs={onId}
        comparison={check.names.account}
      />
      {check.names.typed && (
        <NameComparison
          ours={{ label: t('web.admin.names.typed'), name: check.nameOnId }}
          theirs={onId}
          comparison={check.names.typed}
        />
      )}
    </>
  );
}
