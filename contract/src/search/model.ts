/** What a suggestion completes: a category, a skill that jobs ask for, the title of a job, or a place. */
export const SUGGESTION_KINDS = ['category', 'skill', 'title', 'place'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];
/** A list that a phone shows above its keyboard. */
export const SUGGESTIONS_MAX = 8;
