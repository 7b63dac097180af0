import { useT } from '../../../platform/i18n/index.ts';
import { roundDuration } from '../../jobs/index.ts';

/** How soon the poster usually answers quotes, as on the page of their job. */
export function AnswerTime({ minutes }: { minutes: number }) {
  const t = useT();
  const { unit, count } = roundDuration(minutes);
  return <span className="talk-answers">{t(`web.conversations.answers.${unit}`, { count })}</span>;
}
