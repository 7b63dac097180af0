/**
 * What everybody who registers agrees to, with the version that is shown now. Whoever changes one of these texts gives
 * it a new version: the register of consents says which version each user agreed to.
 */
export const NOTICE_VERSIONS = {
  terms: '2026-11',
  privacy: '2026-11',
  /** That one is 18 or older. */
  adult: '2026-11',
} as const;
