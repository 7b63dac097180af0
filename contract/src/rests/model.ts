/** How a payer paid, as far as it matters to the rest of the release. Unknown ways count as a card. */
export const PAY_METHODS = ['upi', 'netbanking', 'card'] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/** Why a release rests, or does not. */
export const REST_REASONS = [
  'linked',
  'charged_back',
  'over_limit',
  'card_new_payer',
  'card_first',
  'large',
  'first',
  'payer_unidentified',
  'card',
  'new_payer',
  'new_worker',
  'every',
  /** A known pair: it does not rest. */
  'known',
  /** Released before there were rules of rests. */
  'former',
] as const;
export type RestReason = (typeof REST_REASONS)[number];

/** What a fresh account may move in a time. */
export const LIMITED_ACTIONS = ['fund', 'release', 'withdraw'] as const;
export type LimitedAction = (typeof LIMITED_ACTIONS)[number];
