/** A mutant that no test can notice, because it does the same: which, and why. */
export interface Argued {
  file: string;
  /** The line as it stands, and its change as the command tells it. */
  code: string;
  change: string;
  why: string;
}

export const ARGUED: readonly Argued[] = [];
