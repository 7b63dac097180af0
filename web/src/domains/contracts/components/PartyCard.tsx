import type { Contract } from '@fws/contract/contracts/model';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Person, Rating, Sheet } from '../../../ui/index.ts';

/** Who the other side is, and how to reach them once money was put behind the job. */
export function PartyCard({ contract }: { contract: Contract }) {
  const t = useT();
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
      {person.mobile === null ? (
        <p className="t2 mut con-reach">{t('web.contracts.mobileLater')}</p>
      ) : (
        <ButtonLink block icon="phone" className="con-reach" to={`tel:${person.mobile}`}>
          {t('web.contracts.message')} <span className="vh">{person.name}</span>
        </ButtonLink>
      )}
    </Sheet>
  );
}
