export type FormProps = {
  code: string;
  /** Null when the server already has it. */
  video: File | null;
  /** As typed; empty when the ID has the account's name. */
  nameOnId: string;
  /** Where a verified user continues. */
  next: string;
  /** Keeps the form on screen while a number is checked. */
  onFreeze: (isFrozen: boolean) => void;
};
