import '../prices.css';
import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { priceHintQuery, type PricedWork } from '../api.ts';
import { PriceText } from './PriceText.tsx';

/** What such work costs in the city, beside an amount that is being typed. Nothing where nothing is known. */
export default function PriceHint({ location: typed, ...work }: PricedWork) {
  const location = useDebounced(typed);
  const isAsked = work.categoryId !== '' && location !== '';
  const { data: hint } = useQuery({ ...priceHintQuery({ ...work, location }), enabled: isAsked });
  if (!isAsked || !hint) return null;
  return (
    <div className="price-hint price-beside">
      <PriceText hint={hint} />
    </div>
  );
}
