/**
 * The current version of each notice that users agree to at registration. Give a text a new version when you change it:
 * the register of consents records which version each user agreed to.
 */
export const NOTICE_VERSIONS = {
  terms: '2026-11-28',
  privacy: '2026-11-28',
  /** The statement of being 18 or older. */
  adult: '2026-11',
} as const;
