import '../availability.css';
import { WEEKDAYS, type Availability, type Weekday } from '@fws/contract/profile/availability/model';
import { formatDate, useT, type MessageId, type Translate } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';
import { findDayRanges } from '../dayRanges.ts';

export const dayNames: Record<Weekday, MessageId> = {
  mon: 'web.profile.day.mon',
  tue: 'web.profile.day.tue',
  wed: 'web.profile.day.wed',
  thu: 'web.profile.day.thu',
  fri: 'web.profile.day.fri',
  sat: 'web.profile.day.sat',
  sun: 'web.profile.day.sun',
};

/** "Usually free Mon to Sat, 09:00 to 18:00", and when somebody is away. Nothing where they have said nothing. */
export function AvailabilityText({ availability }: { availability: Availability | null }) {
  const t = useT();
  const lines = availability ? describeAvailability(t, availability) : [];
  if (lines.length === 0) return null;
  return (
    <div className="free t2">
      <Icon name="clock" size="sm" />
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}

function describeAvailability(t: Translate, { days, hours, holidays, awayUntil }: Availability): string[] {
  const format = (day: string) => formatDate(t, day, { year: false });
  const dayText = describeDays(t, days);
  const hourText = hours ? t('web.profile.free.range', { from: hours.from, to: hours.to }) : '';
  const usual = [dayText, hourText].filter((text) => text !== '').join(', ');
  return [
    ...(usual === '' ? [] : [t('web.profile.free.usual', { when: usual })]),
    ...(awayUntil === null ? [] : [t('web.profile.free.awayUntil', { date: format(awayUntil) })]),
    ...holidays.map(({ from, to }) =>
      from === to
        ? t('web.profile.free.awayDay', { date: format(from) })
        : t('web.profile.free.away', { from: format(from), to: format(to) }),
    ),
  ];
}

/** "Mon to Sat", or "Mon, Wed to Fri" */
function describeDays(t: Translate, days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return t('web.profile.free.everyDay');
  return findDayRanges(days)
    .map(([first, last]) =>
      first === last
        ? t(dayNames[first])
        : t('web.profile.free.range', { from: t(dayNames[first]), to: t(dayNames[last]) }),
    )
    .join(', ');
}
