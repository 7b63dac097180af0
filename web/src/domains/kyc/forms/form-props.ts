export type FormProps = {
  code: string;
  /** Null when the server already has it. */
  video: File | null;
  /** Where a verified user continues. */
  next: string;
  /** Keeps the form on screen while a number is checked. */
  onFreeze: (isFrozen: boolean) => void;
};
