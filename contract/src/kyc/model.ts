/** Kinds of identity number; the first is preferred. */
export const ID_KINDS = ['aadhaar', 'pan', 'gstin'] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** How Aadhaar is proven: by typing the number, or on DigiLocker's own page. */
export const AADHAAR_WAYS = ['number', 'digilocker'] as const;
export type AadhaarWay = (typeof AADHAAR_WAYS)[number];

/** What an admin may decide about a check; the last two only where another account uses the identity. */
export const IDENTITY_DECISIONS = ['confirm', 'refuse', 'move', 'share'] as const;
export type IdentityDecision = (typeof IDENTITY_DECISIONS)[number];

/** The characters of the code in the video. None looks like another: no 0 and O, 1, I and L, 5 and S… */
export const CODE_CHARACTERS = '2346789ACDEFGHJKMNPQRTUVWXY';
export const CODE_LENGTH = 6;
export const VIDEO_MAX_MS = 10_000;
export const NAME_ON_ID_MAX = 120;

/** Whether two names are of one person; `unclear` when a person has to decide. */
export const NAME_MATCHES = ['same', 'unclear', 'other'] as const;
export type NameMatch = (typeof NAME_MATCHES)[number];

/**
 * How a word of one name differs from the other name's: another spelling or script, nearly alike, an initial, missing, or
 * another word.
 */
export const NAME_DIFFERENCES = ['spelling', 'close', 'initial', 'missing', 'other'] as const;
export interface NameDifference {
  kind: (typeof NAME_DIFFERENCES)[number];
  /** Empty when this name lacks the word. */
  left: string;
  right: string;
}
