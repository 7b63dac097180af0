import './claims.css';
import { useNow } from '../../../platform/clock/index.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { ClaimOffer } from './ClaimOffer.tsx';
import { ClaimOutcome } from './ClaimOutcome.tsx';
import { hasOutcome, type ClaimProps } from './outcome.ts';
import { OwnClaim } from './OwnClaim.tsx';

/** What one side says of the other's absence, and what became of it. Nothing before the agreed time. */
export function VisitClaim({ visit, contract }: ClaimProps) {
  const now = useNow();
  switch (visit.state) {
    case 'agreed':
    case 'on_the_way':
    case 'arrived':
      return now >= Date.parse(visit.startsAt) ? <ClaimOffer visit={visit} contract={contract} /> : null;
    case 'claimed':
    case 'unanswered':
      if (!visit.claim) return null;
      return visit.claim.by === visit.side ? (
        <OwnClaim visit={visit} claim={visit.claim} contract={contract} />
      ) : (
        <AnswerForm visit={visit} claim={visit.claim} contract={contract} />
      );
    case 'missed':
    case 'contested':
    case 'cancelled':
      return hasOutcome(visit) ? <ClaimOutcome visit={visit} contract={contract} /> : null;
    case 'started':
    case 'ended':
      return null;
  }
}
