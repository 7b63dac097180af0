import type { IdentityState } from './process.ts';

/** Kinds of identity number; the first is preferred. */
export const ID_KINDS = ['aadhaar', 'pan', 'gstin'] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** How Aadhaar is proven: by typing the number, or on DigiLocker's own page. */
export type AadhaarWay = 'number' | 'digilocker';

/** The characters of the code in the video. None looks like another: no 0 and O, 1, I and L, 5 and S… */
export const CODE_CHARACTERS = '2346789ACDEFGHJKMNPQRTUVWXY';
export const CODE_LENGTH = 6;
export const VIDEO_MAX_MS = 10_000;

export interface IdentityStatus {
  state: IdentityState;
  /** Our reference of the latest request. */
  referenceId: string;
  reason: string | null;
  aadhaarWay: AadhaarWay;
  /** The code of a stored video that is still valid, so that nobody records twice; empty: none. */
  code: string;
}

export interface SubmittedIdentity extends IdentityStatus {
  /** For Aadhaar: the session of the one-time password that was sent. */
  sessionId: string | null;
}

export interface VideoCode {
  code: string;
  expiresAt: string;
}

export interface AadhaarCaptcha {
  sessionId: string;
  /** A picture in base64. */
  image: string;
}

export interface DigilockerStart {
  referenceId: string;
  url: string;
}

export interface SampleVideo {
  id: number;
  /** As a language tag: "hi". */
  language: string;
  url: string;
}
