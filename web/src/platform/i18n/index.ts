export { amountInWords } from '@fws/contract/platform/amount-in-words';
export { formatRupees } from '@fws/contract/platform/display';
export { formatDate, formatTime, timeAgo } from './format.ts';
export {
  activateLocale,
  currentLocale,
  isLocale,
  locales,
  preferredLocale,
  setLocale,
  translate,
  translateId,
  useLocale,
  useT,
} from './i18n.ts';
export type { Locale, Translate, Values } from './i18n.ts';
export { later } from './later.ts';
export type { MessageId } from './messages.ts';
export { Trans } from './Trans.tsx';
