import { useT } from '../../../platform/i18n/index.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** How soon the poster usually answers quotes, as on the page of their job. */
export function AnswerTime({ minutes }: { minutes: number }) {
  const t = useT();
  const hours = Math.round(minutes / HOUR_MINUTES);
  const days = Math.round(minutes / DAY_MINUTES);
  return (
    <span className="talk-answers">
      {minutes < HOUR_MINUTES
        ? t('web.conversations.answersMinutes', { count: Math.max(1, minutes) })
        : minutes < DAY_MINUTES
          ? t('web.conversations.answersHours', { count: hours })
          : t('web.conversations.answersDays', { count: days })}
    </span>
  );
}
