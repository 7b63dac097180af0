import type { PublicPerson } from '@fws/contract/platform/schemas';
import { MaskedWords } from '../../../ui/MaskedText.tsx';
import { useT } from '../../../platform/i18n/index.ts';
import { Rating } from '../../../ui/index.ts';

export function WorkerFacts({ worker }: { worker: PublicPerson }) {
  const t = useT();
  return (
    <>
      {worker.skills.length > 0 && (
        <p className="t2">
          <MaskedWords text={worker.skills.join(', ')} />
        </p>
      )}
      <div className="quote-facts t2">
        {worker.rating !== null && <Rating value={worker.rating} />}
        {t('web.jobs.completedBy', { count: worker.completedProjects })}
      </div>
    </>
  );
}
