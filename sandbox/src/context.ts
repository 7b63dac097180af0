import type { Faults } from './fault-settings.ts';
import type { State } from './state.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export interface Settings {
  clientId: string;
  clientSecret: string;
  /** Where webhooks go when the request names no URL. */
  fwsUrl: string;
  /** Delay between two automatic steps of a transfer or refund. */
  payoutDelayMs: number;
  /** Delay from paid to reversed, for destinations that reverse. */
  reverseDelayMs: number;
  rateLimits: boolean;
  /** Delay between two receipts of a message. */
  receiptDelayMs: number;
  /** The oldest messages above this number are forgotten. */
  messagesKept: number;
}

/** What every stand-in uses. `state` is changed in place and saved before an answer is sent. */
export interface Context {
  /** The sandbox's own address; empty until it listens. */
  readonly url: string;
  state: State;
  settings: Settings;
  faults: Faults;
  webhooks: Webhooks;
  log: (line: string) => void;
  now: () => Date;
  /** Runs a step after a delay and saves. The step is dropped when the sandbox closes. */
  scheduleStep: (delayMs: number, step: () => void) => void;
}
