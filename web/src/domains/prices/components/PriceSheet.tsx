import '../prices.css';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { Sheet } from '../../../ui/index.ts';
import { priceHintQuery, type PricedWork } from '../api.ts';
import { PriceText } from './PriceText.tsx';

/** What such work costs in the city, beside the quotes on a job. Nothing where nothing is known. */
export default function PriceSheet(work: PricedWork) {
  const t = useT();
  const { data: hint } = useQuery(priceHintQuery(work));
  if (!hint) return null;
  return (
    <Sheet title={t('web.prices.title')}>
      <div className="price-hint">
        <PriceText hint={hint} />
      </div>
    </Sheet>
  );
}
