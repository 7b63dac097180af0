import { useQuery } from '@tanstack/react-query';
import { formatDate, translate, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Badge, Name, Note } from '../../../ui/index.ts';
import type { IdentityDecision } from '@fws/contract/kyc/model';
import type { IdentityCase as Case } from '@fws/contract/admin/identity/schemas';
import { identityQuery, useReviewIdentity } from './api.ts';
import { adminPaths } from '../paths.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { ReasonForm, type Choice } from '../shared/ReasonForm.tsx';
import { NameComparison } from '../names/NameComparison.tsx';

/** The video beside the code that must be spoken in it, and the provider's answer. */
export function IdentityCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(identityQuery(id));
  const review = useReviewIdentity();
  const decide = (decision: IdentityDecision) => (reason: string) =>
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
            <UsedBy check={check} />
            <FactTable
              rows={[
                [
                  t('web.admin.person'),
                  <Link key="person" to={adminPaths.user(check.person.id)}>
                    <Name>{check.person.name}</Name>
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
                hint={t(isWaitingForUse(check) ? 'web.admin.reasonUse' : 'web.admin.reasonRefuse')}
                choices={listChoices(t, check).map(({ decision, ...choice }) => ({
                  ...choice,
                  onChoose: decide(decision),
                  doneText: translate('admin.identity_decided'),
                }))}
              />
            </DecisionGate>
          ),
      })}
    </CaseFrame>
  );
}

/** Another account uses this identity, and this one is not verified yet. */
const isWaitingForUse = (check: Case): boolean => check.state === 'pending' && check.usedBy.length > 0;

function listChoices(
  t: ReturnType<typeof useT>,
  check: Case,
): (Pick<Choice, 'label' | 'variant' | 'needsReason'> & { decision: IdentityDecision })[] {
  const refuse = { label: t('web.admin.refuseIdentity'), variant: 'danger', needsReason: true } as const;
  if (!isWaitingForUse(check))
    return [
      { decision: 'confirm', label: t('web.admin.confirmIdentity'), variant: 'primary' },
      { decision: 'refuse', ...refuse },
    ];
  const move = { label: t('web.admin.moveIdentity'), variant: 'second', needsReason: true } as const;
  const share = { label: t('web.admin.shareIdentity'), variant: 'second', needsReason: true } as const;
  return [
    { decision: 'refuse', ...refuse },
    { decision: 'move', ...move },
    ...(check.kind === 'gstin' ? [{ decision: 'share' as const, ...share }] : []),
  ];
}

/** The other accounts with this identity, beside which the admin decides. */
function UsedBy({ check }: { check: Case }) {
  const t = useT();
  if (check.usedBy.length === 0) return null;
  return (
    <section className="stack adm-uses">
      <Note tone="warn">
        <b>{t('web.admin.usedBy.title')}</b>
        <p className="t2">
          {t(check.kind === 'aadhaar' ? 'web.admin.usedBy.alike' : 'web.admin.usedBy.same')}
        </p>
      </Note>
      {check.usedBy.map((use) => (
        <FactTable
          key={use.id}
          rows={[
            [
              t('web.admin.usedBy.account'),
              <Link key="account" to={adminPaths.user(use.id)}>
                <Name>{use.name}</Name>
              </Link>,
            ],
            [t('web.admin.names.onId'), use.nameOnId],
            [
              t('web.admin.number'),
              <Link key="check" to={adminPaths.case('identity', use.checkId)}>
                {`${use.kind.toUpperCase()} •••• ${use.last4 ?? ''}`}
              </Link>,
            ],
            [t('web.admin.usedBy.since'), formatDate(t, use.since)],
            [
              t('web.admin.usedBy.state'),
              use.suspended ? t('web.admin.usedBy.suspended') : t(`web.admin.identity.${use.state}`),
            ],
            [
              t('web.admin.usedBy.links'),
              use.links.length === 0
                ? t('web.admin.usedBy.noLinks')
                : use.links.map((kind) => t(`web.admin.link.${kind}`)).join(', '),
            ],
          ]}
        />
      ))}
    </section>
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
