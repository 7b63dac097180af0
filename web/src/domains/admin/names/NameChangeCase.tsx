import { useQuery } from '@tanstack/react-query';
import type { NameChangeCase as Case } from '@fws/contract/admin/names/schemas';
import { formatDate, translate, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Badge, Note } from '../../../ui/index.ts';
import { adminPaths } from '../paths.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { ReasonForm } from '../shared/ReasonForm.tsx';
import { nameChangeQuery, useReviewNameChange } from './api.ts';
import { NameComparison } from './NameComparison.tsx';

/** A request for a corrected name, beside the former name and the verified one. */
export function NameChangeCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(nameChangeQuery(id));
  const review = useReviewNameChange();
  const decide = (decision: 'approve' | 'refuse') => (reason: string) =>
    review.mutateAsync({ changeId: id, decision, reason });
  return (
    <CaseFrame query={query}>
      {(change) => ({
        overline: t('web.admin.names.over', { date: formatDate(t, change.requestedAt) }),
        title: change.person.name,
        badge: <Badge>{t(`web.admin.names.state.${change.state}`)}</Badge>,
        facts: <NameFacts change={change} />,
        decide: change.decided ? (
          <Note>
            {t('web.admin.reviewedBy', {
              person: change.decided.by,
              date: formatDate(t, change.decided.at),
            })}
            <p>“{change.decided.reason}”</p>
          </Note>
        ) : (
          <DecisionGate ability={change.mayDecide}>
            <h3>{t('web.admin.decide')}</h3>
            {change.endsVerification && <Note tone="warn">{t('web.admin.names.endsVerification')}</Note>}
            <ReasonForm
              label={t('web.admin.reasonPerson')}
              choices={[
                {
                  label: t('web.admin.names.approve', { name: change.newName }),
                  variant: 'primary',
                  needsReason: true,
                  onChoose: decide('approve'),
                  doneText: translate('admin.name_decided'),
                },
                {
                  label: t('web.admin.names.refuse'),
                  variant: 'danger',
                  needsReason: true,
                  onChoose: decide('refuse'),
                  doneText: translate('admin.name_decided'),
                },
              ]}
            />
          </DecisionGate>
        ),
      })}
    </CaseFrame>
  );
}

function NameFacts({ change }: { change: Case }) {
  const t = useT();
  const newName = { label: t('web.admin.names.new'), name: change.newName };
  return (
    <>
      <NameComparison
        ours={newName}
        theirs={{ label: t('web.admin.names.former'), name: change.formerName }}
        comparison={change.withFormer}
      />
      {change.withVerified && (
        <NameComparison
          ours={newName}
          theirs={{ label: t('web.admin.names.verified'), name: change.verifiedName }}
          comparison={change.withVerified}
        />
      )}
      <FactTable
        rows={[
          [
            t('web.admin.person'),
            <Link key="person" to={adminPaths.user(change.person.id)}>
              {change.person.name}
            </Link>,
          ],
          [t('web.admin.place'), change.person.location],
          [t('web.admin.identityColumn'), t(`web.admin.identity.${change.identity}`)],
          [t('web.admin.names.explanation'), `“${change.explanation}”`],
          ...change.earlier.map(
            (earlier) =>
              [
                formatDate(t, earlier.requestedAt),
                `${earlier.formerName} → ${earlier.newName}: ${t(`web.admin.names.state.${earlier.state}`)}${
                  earlier.reason === null ? '' : ` (${earlier.reason})`
                }`,
              ] as const,
          ),
        ]}
      />
    </>
  );
}
