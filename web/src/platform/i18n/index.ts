export { formatAmountInWords } from '@fws/contract/platform/amount-in-words';
export { formatRupees } from '@fws/contract/platform/display';
export { formatDate, formatMoment, formatMonth, formatTime, useTimeAgo } from './format.ts';
export {
  activateLocale,
  getCurrentLocale,
  isLocale,
  loadAreas,
  getPreferredLocale,
  setLocale,
  textsReady,
  translate,
  translateCode,
  translateId,
  useLocale,
  useT,
} from './i18n.ts';
export type { Locale } from '@fws/contract/platform/messages';
export type { Translate, Values } from './i18n.ts';
export { lazyScreen, type LazyScreen } from './lazyScreen.ts';
export type { MessageId } from './messages.ts';
export { Trans } from './Trans.tsx';
