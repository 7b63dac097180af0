import { Suspense, useState } from 'react';
import type { Contract } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Button, ButtonLink, Icon, Lines, Sheet } from '../../../ui/index.ts';
import { termNames } from '../../jobs/index.ts';
import { InviteButton } from '../../invitations/index.ts';
import { PlaceDialog } from '../../places/index.ts';
import { RepeatSheet } from '../../repeats/index.ts';
import { toPercent } from '../money.ts';
import { CancelSheet } from './CancelSheet.tsx';
import { PartyCard } from './PartyCard.tsx';

type Props = { contract: Contract };

/** The other party, the place, and what was agreed. */
export function ContractAside({ contract }: Props) {
  return (
    <>
      <PartyCard contract={contract} />
      <JobPlace contract={contract} />
      <AgreedTerms contract={contract} />
      <HireAgain contract={contract} />
      <Suspense>
        <RepeatSheet jobId={contract.jobId} side={contract.side} state={contract.state} />
      </Suspense>
      <CancelSheet contract={contract} />
      <TroubleSheet contract={contract} />
    </>
  );
}

function JobPlace({ contract }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { location, latitude, longitude } = contract;
  const position = latitude === null || longitude === null ? null : { latitude, longitude };
  return (
    <Sheet title={t('web.contracts.place')}>
      <div className="con-where">
        <p className="con-place">
          <Icon name="pin" />
          {location}
        </p>
        <Button variant="quiet" icon="map" onClick={() => setOpen(true)}>
          {t('places.map.open')}
        </Button>
      </div>
      {open && <PlaceDialog place={{ label: location, at: position }} onClose={() => setOpen(false)} />}
    </Sheet>
  );
}

function AgreedTerms({ contract }: Props) {
  const t = useT();
  return (
    <Sheet title={t('web.contracts.agreed')}>
      <Lines
        items={[
          { label: t('web.contracts.paidBy'), value: t(termNames[contract.term]) },
          ...(contract.finishBy === null
            ? [{ label: t('web.contracts.closes'), value: formatDate(t, contract.closesOn) }]
            : [{ label: t('web.contracts.doneBy'), value: formatDate(t, contract.finishBy) }]),
          { label: t('web.jobs.skills'), value: contract.skills.join(', ') },
        ]}
      />
      {contract.description !== '' && <p className="con-text">{contract.description}</p>}
    </Sheet>
  );
}

/** The poster of a job posts one like it, or invites its worker to another. */
function HireAgain({ contract }: Props) {
  const t = useT();
  if (contract.side !== 'poster') return null;
  const { worker } = contract;
  return (
    <Sheet title={t('web.contracts.hireAgain')}>
      <p className="t2 mut">{t('web.contracts.hireAgainText')}</p>
      <div className="con-again">
        <InviteButton person={worker} variant="second" block />
        <ButtonLink block to={paths.postLike(contract.jobId)}>
          {t('web.jobs.similar')}
        </ButtonLink>
      </div>
    </Sheet>
  );
}

function TroubleSheet({ contract }: Props) {
  const t = useT();
  return (
    <Sheet title={t('web.contracts.trouble')}>
      <p className="t2 mut">
        {t('web.contracts.troubleText', { percent: toPercent(contract.refundChargeBps) })}
      </p>
      <ButtonLink variant="quiet" className="con-link" to={paths.terms()}>
        {t('web.contracts.refundRules')}
      </ButtonLink>
      <IssueLink contract={contract} />
    </Sheet>
  );
}

/** Links to the ticket that holds the money, or to raising one. */
function IssueLink({ contract }: Props) {
  const t = useT();
  const isOnHold = contract.milestones.some((milestone) => milestone.onHold);
  const to = isOnHold ? paths.disputes() : `${paths.disputes()}?raise=${contract.jobId}`;
  return (
    <ButtonLink variant="quiet" className="con-link" to={to}>
      {t(isOnHold ? 'web.contracts.seeTicket' : 'web.contracts.raiseIssue')}
    </ButtonLink>
  );
}
