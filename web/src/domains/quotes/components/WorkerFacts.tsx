import type { PublicPerson } from '@fws/contract/platform/person';
import { useT } from '../../../platform/i18n/index.ts';
import { Rating } from '../../../ui/index.ts';

export function WorkerFacts({ worker }: { worker: PublicPerson }) {
  const t = useT();
  return (
    <>
      <p className="t2">{worker.skills.join(', ')}</p>
      <div className="quote-facts t2">
        {worker.rating !== null && <Rating value={worker.rating} />}
        {t('web.quotes.projects', { count: worker.completedProjects })}
      </div>
    </>
  );
}
