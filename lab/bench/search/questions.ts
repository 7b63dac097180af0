import path from 'node:path';
import type { ExploreJobs } from '../../../contract/src/jobs/schemas.ts';
import type { Position } from '../../../contract/src/jobs/model.ts';
import { readLines, type CorpusJob } from './corpus.ts';

// Labelled questions: what somebody searches for, and how relevant each job is to it.

export interface LabelledQuestion {
  language: string;
  params: ExploreJobs;
  /** From 0 for a job that is not relevant to 3. */
  grade: (job: CorpusJob) => number;
}

/** The names of places in the questions, and the city that each means. */
const CITY_NAMES: Record<string, string> = {
  bombay: 'Mumbai',
  Bombay: 'Mumbai',
  मुंबई: 'Mumbai',
  Bangalore: 'Bengaluru',
  पुणे: 'Pune',
  Banaras: 'Varanasi',
  Mysore: 'Mysuru',
  हैदराबाद: 'Hyderabad',
  Madras: 'Chennai',
  Vizag: 'Visakhapatnam',
};
const CENTRES: Record<string, Position> = {
  Pune: { latitude: 18.52, longitude: 73.855 },
  Bhopal: { latitude: 23.255, longitude: 77.403 },
};

export const readQuestions = (name: 'held-out' | 'tuned'): LabelledQuestion[] =>
  readLines(path.join(import.meta.dirname, 'questions', `${name}.txt`)).map(readQuestion);

function readQuestion([
  language = '',
  search = '',
  filterText = '',
  relevant = '',
]: string[]): LabelledQuestion {
  const filters = Object.fromEntries(
    filterText
      .split(';')
      .filter((part) => part !== '')
      .map((part) => part.split('=')),
  ) as Record<string, string>;
  const { location = '', near, radius, sort, category, budget } = filters;
  const [work = '', namedCity] = relevant.split('@').map((part) => part.trim());
  const city = namedCity ?? (location === '' ? undefined : (CITY_NAMES[location] ?? location));
  const position = near === undefined ? null : (CENTRES[near] ?? null);
  const [from, to] = (budget ?? '-')
    .split('-')
    .map((rupees) => (rupees === '' ? null : Number(rupees) * 100));
  const params: ExploreJobs = {
    sort: sort === 'nearest' ? 'nearest' : 'relevance',
    search,
    location,
    categoryId: category ?? null,
    position,
    radiusKm: radius === undefined ? null : Number(radius),
    budgetFromPaise: from ?? null,
    budgetToPaise: to ?? null,
    closesWithinDays: null,
    limit: 10,
    cursor: null,
  };
  const grades = readGrades(work);
  return {
    language,
    params,
    grade: (job) => {
      if (city !== undefined && job.city !== city) return 0;
      if (params.budgetFromPaise !== null && job.budgetToPaise < params.budgetFromPaise) return 0;
      if (params.budgetToPaise !== null && job.budgetFromPaise > params.budgetToPaise) return 0;
      if (position && params.radiusKm !== null && !(calculateKm(position, job) <= params.radiusKm)) return 0;
      return gradeWork(grades, job.need);
    },
  };
}

/** "painting/interior, painting/exterior=2": the grade of each kind of work, or of a whole category. */
const readGrades = (text: string): Map<string, number> =>
  new Map(
    text.split(',').map((part) => {
      const [key = '', grade = '3'] = part.trim().split('=');
      return [key, Number(grade)];
    }),
  );

/** Other work of the same category is near what was asked for. */
function gradeWork(grades: ReadonlyMap<string, number>, need: string): number {
  const [category = ''] = need.split('/');
  const isNear = [...grades.keys()].some((key) => key.startsWith(`${category}/`));
  return grades.get(need) ?? grades.get(category) ?? (isNear ? 1 : 0);
}

function calculateKm(from: Position, { latitude, longitude }: CorpusJob): number {
  if (latitude === null || longitude === null) return Infinity;
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
  const north = Math.sin(toRadians(latitude - from.latitude) / 2) ** 2;
  const east = Math.sin(toRadians(longitude - from.longitude) / 2) ** 2;
  const scale = Math.cos(toRadians(latitude)) * Math.cos(toRadians(from.latitude));
  return 2 * 6371 * Math.asin(Math.sqrt(north + scale * east));
}

const RANKS = 10;
const discount = (grades: readonly number[]): number =>
  grades.slice(0, RANKS).reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);

/** How good the first ten jobs are: 1 when no others would have been better. */
export function calculateNdcg(found: readonly number[], all: readonly number[]): number {
  const ideal = discount(all.toSorted((a, b) => b - a));
  return ideal === 0 ? 1 : discount(found) / ideal;
}
