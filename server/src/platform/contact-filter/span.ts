export type ContactKind = 'number' | 'words' | 'mail' | 'upi' | 'link' | 'handle' | 'position';

/** A part of a text, in UTF-16 units; the end is exclusive. */
export interface ContactSpan {
  start: number;
  end: number;
  kind: ContactKind;
}
