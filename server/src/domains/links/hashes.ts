import { createHmac } from 'node:crypto';
import type { SignalKind } from '@fws/contract/links/model';
import { deriveSigningKey, type Key, type Keyring } from '../../platform/keys.ts';

export interface Signal {
  kind: SignalKind;
  /** In one notation: equal values must be equal texts. */
  value: string;
}

/** Of the same value, each kind has another hash. */
const hashWith = (key: Key, { kind, value }: Signal): Buffer =>
  createHmac('sha256', deriveSigningKey(key, 'account signal')).update(`${kind}\n${value}`).digest();

export const hashSignal = (keyring: Keyring, signal: Signal): Buffer => hashWith(keyring.current, signal);

/** Under the keys before the current one. */
export const listFormerHashes = (keyring: Keyring, signal: Signal): Buffer[] =>
  keyring.all.slice(1).map((key) => hashWith(key, signal));
