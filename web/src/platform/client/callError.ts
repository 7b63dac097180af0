import type { StepUp } from '@fws/contract/platform/refusal';

/** A call that was refused, or that got no reply. `message` is ready to show, in the user's language. */
export class CallError extends Error {
  /** 0: no reply arrived. */
  readonly status: number;
  /** By the form's clean field names. */
  readonly fields: Record<string, string>;
  /** What the user must prove before the same call succeeds. */
  readonly stepUp: StepUp | undefined;

  constructor(status: number, message: string, fields: Record<string, string> = {}, stepUp?: StepUp) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.stepUp = stepUp;
  }
}
