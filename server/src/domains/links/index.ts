export { STRONG_KINDS } from './rules.ts';
export {
  areLinked,
  findLinkedAccounts,
  findLinksBetween,
  findLinksTo,
  recordSignal,
  recordSignals,
  type Link,
  type LinkedAccount,
  type SignalDeps,
} from './service.ts';
