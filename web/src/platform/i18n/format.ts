import type { Moment } from '@fws/contract/platform/moments';
import { useNow } from '../clock/index.ts';
import { useT, type Translate } from './i18n.ts';
import type { MessageId } from './messages.ts';

export { formatDate, formatMoment, formatMonth, formatTime } from '@fws/contract/platform/moments';

const DAY_MINUTES = 24 * 60;
const STEPS: [MessageId, number][] = [
  ['ui.ago.years', 365 * DAY_MINUTES],
  ['ui.ago.months', 30 * DAY_MINUTES],
  ['ui.ago.weeks', 7 * DAY_MINUTES],
  ['ui.ago.days', DAY_MINUTES],
  ['ui.ago.hours', 60],
  ['ui.ago.minutes', 1],
];

/** "2 hours ago", "yesterday", "just now"; also "just now" for a future moment, because a clock may be behind. */
export function formatTimeAgo(t: Translate, moment: Moment, now: Moment): string {
  const minutes = (new Date(now).getTime() - new Date(moment).getTime()) / 60_000;
  const step = STEPS.find(([, size]) => minutes >= size);
  return step ? t(step[0], { count: Math.trunc(minutes / step[1]) }) : t('ui.ago.now');
}

/** `formatTimeAgo` relative to the current minute; updates while on screen. */
export function useTimeAgo(): (moment: Moment) => string {
  const now = useNow();
  const t = useT();
  return (moment) => formatTimeAgo(t, moment, now);
}
