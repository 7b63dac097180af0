export { STRONG_KINDS } from './rules.ts';
export {
  areLinked,
  findLinkedAccounts,
  findLinkedPairs,
  findLinksBetween,
  findLinksTo,
  recordSignal,
  recordSignals,
  type Link,
  type LinkedAccount,
  type SignalDeps,
} from './service.ts';
