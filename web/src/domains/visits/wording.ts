import { addDays, toIstDate } from '@fws/contract/platform/dates';
import { formatDate, formatMoment, formatTime, type Translate } from '../../platform/i18n/index.ts';

/** "Today, 4:00 pm to 6:00 pm". `now`: in ms. */
export function formatVisitTime(
  t: Translate,
  { startsAt, endsAt }: { startsAt: string | number; endsAt: string | number },
  now: number,
): string {
  const from = formatTime(t, startsAt);
  const until = formatTime(t, endsAt);
  const date = toIstDate(new Date(startsAt));
  const today = toIstDate(new Date(now));
  if (date === today) return t('ui.visitTime.today', { from, until });
  if (date === addDays(today, 1)) return t('ui.visitTime.tomorrow', { from, until });
  return t('ui.visitTime.day', { date: formatDate(t, date), from, until });
}

/** "6:25 pm", with its date on any other day. `now`: in ms. */
export const formatEnd = (t: Translate, at: string | number, now: number): string =>
  toIstDate(new Date(at)) === toIstDate(new Date(now)) ? formatTime(t, at) : formatMoment(t, at);
