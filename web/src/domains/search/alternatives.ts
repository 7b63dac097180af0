import { DISTANCES_KM } from './distances.ts';
import { isFiltered, NO_FILTER, type JobFilter } from './filter.ts';

export type AlternativeKind =
  | 'wider'
  | 'budget'
  | 'closing'
  | 'category'
  | 'place'
  | 'search'
  | 'words'
  | 'nearby';
export interface Alternative {
  kind: AlternativeKind;
  filter: JobFilter;
}

/** Searches that ask for less, the nearest to what was asked for first. */
export function listAlternatives(filter: JobFilter): Alternative[] {
  const { search, location, near, km, category, from, to, closes } = filter;
  const wider = DISTANCES_KM.find((distance) => Number(distance) > Number(km));
  const hasBudget = from !== '' || to !== '';
  const hasPlace = location !== '' || near !== '';
  const anywhere = { near: '', location: '', km: '', ...(filter.sort === 'nearest' && { sort: '' }) };
  const candidates: [kind: AlternativeKind, isPossible: boolean, filter: JobFilter][] = [
    ['wider', km !== '' && wider !== undefined, { ...filter, km: wider ?? '' }],
    ['closing', closes !== '', { ...filter, closes: '' }],
    ['budget', hasBudget, { ...filter, from: '', to: '' }],
    ['category', category !== '', { ...filter, category: '' }],
    ['place', hasPlace, { ...filter, ...anywhere }],
    [
      'search',
      search !== '',
      { ...filter, search: '', sort: filter.sort === 'relevance' ? '' : filter.sort },
    ],
    // When no single one helps.
    ['words', search !== '', { ...NO_FILTER, search }],
    ['nearby', km !== '', { ...NO_FILTER, location, near, km }],
  ];
  const count = [search !== '', hasPlace, category !== '', hasBudget, closes !== ''].filter(Boolean).length;
  const isOfUse = (kind: AlternativeKind) => (kind !== 'words' && kind !== 'nearby') || count > 2;
  return candidates
    .filter(([kind, isPossible, other]) => isPossible && isOfUse(kind) && isFiltered(other))
    .map(([kind, , other]) => ({ kind, filter: other }));
}
