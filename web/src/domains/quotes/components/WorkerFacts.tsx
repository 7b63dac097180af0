import type { Quote } from '@fws/contract/quotes/schemas';
import { MaskedWords } from '../../../ui/MaskedText.tsx';
import { useT } from '../../../platform/i18n/index.ts';
import { Rating, ReliabilityLine } from '../../../ui/index.ts';

export function WorkerFacts({ worker }: { worker: Quote['worker'] }) {
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
        <span>{t('web.jobs.completedBy', { count: worker.completedProjects })}</span>
        <ReliabilityLine value={worker.reliability} />
      </div>
    </>
  );
}
