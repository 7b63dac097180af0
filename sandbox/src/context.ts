import type { State } from './state.ts';
import type { Webhooks } from './webhooks.ts';

export interface Settings {
  clientId: string;
  clientSecret: string;
  /** Where webhooks go that no request names a URL for. */
  fwsUrl: string;
  /** Between two steps of a transfer or refund that moves by itself. */
  payoutDelayMs: number;
  /** From paid to reversed, for destinations that reverse. */
  reverseDelayMs: number;
  rateLimits: boolean;
}

/** Switches for tests: the vendor misbehaving on purpose. */
export interface Faults {
  webhooks: 'on' | 'off';
  latencyMs: number;
  failNext: FailNext[];
}

export interface FailNext {
  /** Start of the path, for example `/pg/orders`. */
  path: string;
  /** Any, unless one is named. */
  method?: 'GET' | 'POST';
  status: number;
  times: number;
  /** `after`: the work is done, only the answer is lost. */
  when: 'before' | 'after';
}

/** What every stand-in works with. `state` is changed in place and saved before an answer leaves. */
export interface Context {
  state: State;
  settings: Settings;
  faults: Faults;
  webhooks: Webhooks;
  now: () => Date;
  /** Runs a step later and saves; forgotten when the sandbox closes. */
  later: (delayMs: number, step: () => void) => void;
}
