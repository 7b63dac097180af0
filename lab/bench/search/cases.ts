import type { ExploreJobs } from '../../../contract/src/jobs/schemas.ts';
import type { LabelledQuestion } from './questions.ts';

const MUMBAI = { latitude: 19.076, longitude: 72.877 };
const BHOPAL = { latitude: 23.255, longitude: 77.403 };

/** What is combined with every question: each filter, each order, and several of them at once. */
const FILTERS: Record<string, Partial<ExploreJobs>> = {
  'as asked': {},
  'with a category': { categoryId: 'Plumbing' },
  'in a city': { location: 'बंबई' },
  'with a budget': { budgetFromPaise: 2_000_00, budgetToPaise: 8_000_00 },
  'closes within days': { closesWithinDays: 7 },
  'within 10 km': { position: MUMBAI, radiusKm: 10 },
  newest: { sort: 'latest' },
  oldest: { sort: 'oldest' },
  'closing soon': { sort: 'closing_soon' },
  nearest: { sort: 'nearest', position: BHOPAL },
  'everything at once': {
    sort: 'nearest',
    position: MUMBAI,
    radiusKm: 25,
    budgetFromPaise: 1_000_00,
    categoryId: 'Cleaning',
    location: 'Mumbai',
  },
};

export interface SearchCase {
  filter: string;
  params: ExploreJobs;
}

export const buildCases = (questions: readonly LabelledQuestion[]): SearchCase[] =>
  Object.entries(FILTERS).flatMap(([filter, change]) =>
    questions.map(({ params }) => ({ filter, params: { ...params, limit: 20, ...change } })),
  );
