import type { Contract } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Person, Rating, Sheet } from '../../../ui/index.ts';
import { MessageButton } from '../../conversations/index.ts';

/** The other party, how to reach them once the job is funded, and the reviews of each other. */
export function PartyCard({ contract }: { contract: Contract }) {
  const t = useT();
  const { rating, review } = contract;
  const isPoster = contract.side === 'poster';
  const person = isPoster ? contract.worker : contract.poster;
  return (
    <Sheet>
      <h2 className="con-label">{t(isPoster ? 'web.jobs.awardedTo' : 'web.contracts.poster')}</h2>
      <Person name={person.name} photo={person.image} verified={person.verified}>
        {isPoster && person.skills.length > 0 && <p className="t2 mut">{person.skills.join(', ')}</p>}
        <div className="con-facts t2">
          {person.rating !== null && <Rating value={person.rating} />}
          {isPoster && t('web.jobs.completedBy', { count: person.completedProjects })}
        </div>
      </Person>
      {person.mobile === null && <p className="t2 mut con-reach">{t('web.contracts.mobileLater')}</p>}
      <div className="con-reach con-ways">
        {person.mobile !== null && (
          <ButtonLink icon="phone" to={`tel:${person.mobile}`}>
            {t('web.contracts.call')} <span className="vh">{person.name}</span>
          </ButtonLink>
        )}
        <MessageButton jobId={contract.jobId} person={person} />
        {(contract.state === 'cancelled' || contract.state === 'ending') && (
          <ButtonLink icon="shield" to={paths.jobOutcome(contract.jobId)}>
            {t('web.contracts.seeOutcome')}
          </ButtonLink>
        )}
        {(review.write.allowed || review.own !== null || review.isOtherGiven) && (
          <ButtonLink icon="star" to={paths.reviews(contract.jobId)}>
            {t(
              review.own === null && review.write.allowed
                ? 'web.contracts.writeReview'
                : 'web.contracts.seeReviews',
            )}
          </ButtonLink>
        )}
      </div>
      {rating.given !== null && (
        <>
          <h3 className="con-label con-reach">{t('web.contracts.yourRating')}</h3>
          <Rating value={rating.given} />
        </>
      )}
    </Sheet>
  );
}
