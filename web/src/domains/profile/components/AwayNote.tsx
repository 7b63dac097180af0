import { useQuery } from '@tanstack/react-query';
import { findReturn } from '@fws/contract/profile/availability/model';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';
import { availabilityQuery } from '../api.ts';

/** Reminds the user, before they quote, that they have said to be away on the day on which the work starts. */
export function AwayNote({ date }: { date: string }) {
  const t = useT();
  const own = useQuery(availabilityQuery());
  const back = findReturn(own.data?.availability ?? null, date);
  if (back === null) return null;
  const format = (day: string) => formatDate(t, day, { year: false });
  return <Note tone="warn">{t('web.quotes.youAreAway', { date: format(date), back: format(back) })}</Note>;
}
