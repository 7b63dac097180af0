import type { Position } from '../jobs/model.ts';

/** What a suggestion completes: a category, a skill that jobs ask for, the title of a job, or a place. */
export const SUGGESTION_KINDS = ['category', 'skill', 'title', 'place'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];
/** A list that a phone shows above its keyboard. */
export const SUGGESTIONS_MAX = 8;

/** When the owner of a saved search is told of new jobs. */
export const ALERT_FREQUENCIES = ['at_once', 'daily'] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];
export const SAVED_SEARCHES_MAX = 50;
export const SAVED_JOBS_MAX = 500;
/** The hour in India at which daily alerts are sent. */
export const DAILY_ALERT_HOUR = 8;

/** What a search looks for, without its order. */
export interface SearchFilter {
  search: string;
  location: string;
  position: Position | null;
  radiusKm: number | null;
  categoryId: number | null;
  budgetFromPaise: number | null;
  budgetToPaise: number | null;
  closesWithinDays: number | null;
}
