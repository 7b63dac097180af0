export {
  areLinked,
  findLinkedAccounts,
  findLinksBetween,
  findLinksTo,
  recordSignal,
  recordSignals,
  type Link,
  type LinkedAccount,
} from './service.ts';
