import { toRupees } from '../platform/money.ts';
import type { SearchFilter } from './model.ts';
import type { SearchParam } from './params.ts';

/** The path of the screen that shows the jobs of a search. `near` is a position, which then has `location` as its name. */
export function buildSearchPath(filter: SearchFilter): string {
  const { position, radiusKm, categoryId, budgetFromPaise, budgetToPaise, closesWithinDays } = filter;
  const values: Partial<Record<SearchParam, string>> = {
    search: filter.search,
    location: filter.location,
    near: position ? `${position.latitude},${position.longitude}` : '',
    km: radiusKm === null ? '' : String(radiusKm),
    category: categoryId === null ? '' : String(categoryId),
    from: budgetFromPaise === null ? '' : toRupees(budgetFromPaise),
    to: budgetToPaise === null ? '' : toRupees(budgetToPaise),
    closes: closesWithinDays === null ? '' : String(closesWithinDays),
  };
  const params = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return `/?${params.toString()}`;
}
