import type { Side } from './state.ts';

/** A review as decision 103 says. */
export interface ModelReview {
  by: Side;
  stars: number;
  state: 'sealed' | 'open' | 'answered';
}
