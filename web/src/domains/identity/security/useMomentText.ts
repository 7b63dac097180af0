import { toIstDate } from '@fws/contract/platform/dates';
import { useNow } from '../../../platform/clock/index.ts';
import { formatDate, formatTime, useT } from '../../../platform/i18n/index.ts';

const DAY_MS = 24 * 3600_000;

/**
 * "Today, 10:31 am", "Yesterday, 7:24 pm", "18 Nov, 2:06 am", "2 Oct 2025, 6:00 pm". Days are those of Indian
 * time.
 */
export function useMomentText(): (at: string) => string {
  const t = useT();
  const now = new Date(useNow());
  const today = toIstDate(now);
  const yesterday = toIstDate(new Date(now.getTime() - DAY_MS));
  return (at) => {
    const day = toIstDate(new Date(at));
    const time = formatTime(t, at);
    if (day === today) return t('security.today', { time });
    if (day === yesterday) return t('security.yesterday', { time });
    const year = day.slice(0, 4) !== today.slice(0, 4);
    return t('security.dayAndTime', { date: formatDate(t, at, { year }), time });
  };
}
