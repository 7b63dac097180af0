import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { toIstDate } from '@fws/contract/platform/dates';
import { HOLIDAYS_MAX, WEEKDAYS, type Holiday, type Weekday } from '@fws/contract/profile/availability/model';
import type { OwnAvailability } from '@fws/contract/profile/availability/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import {
  Button,
  DateInput,
  Field,
  FieldGroup,
  IconButton,
  LoadError,
  SavedElsewhere,
  Sheet,
  TextInput,
  Tick,
  TwoColumns,
} from '../../../ui/index.ts';
import { availabilityQuery } from '../api.ts';
import { useAvailabilityForm } from '../forms/useAvailabilityForm.ts';
import { dayNames } from './AvailabilityText.tsx';

/** When the user usually takes work, which posters see before they invite. */
export function AvailabilitySheet() {
  const t = useT();
  const own = useQuery(availabilityQuery());
  return (
    <Sheet title={t('web.profile.free')} id="availability">
      <p className="t2 mut">{t('web.profile.free.why')}</p>
      {own.data && <AvailabilityForm own={own.data} />}
      {own.error && <LoadError error={own.error} onRetry={own.refetch} />}
    </Sheet>
  );
}

function AvailabilityForm({ own }: { own: OwnAvailability }) {
  const t = useT();
  const online = useOnline();
  const { draft, change, errors, saving, save, changes } = useAvailabilityForm(own);
  const [today] = useState(() => toIstDate(new Date()));
  const toggle = (day: Weekday, isOn: boolean) =>
    change({ days: isOn ? [...draft.days, day] : draft.days.filter((other) => other !== day) });
  return (
    <div className="stack free-form">
      <SavedElsewhere changes={changes} />
      <FieldGroup label={t('web.profile.free.days')} error={errors['days']}>
        <div className="free-days">
          {WEEKDAYS.map((day) => (
            <Tick
              key={day}
              checked={draft.days.includes(day)}
              onChange={(event) => toggle(day, event.currentTarget.checked)}
            >
              {t(dayNames[day])}
            </Tick>
          ))}
        </div>
      </FieldGroup>
      <TwoColumns alsoOnPhones>
        <Field label={t('web.profile.free.from')} optional error={errors['hoursFrom']}>
          <TextInput
            type="time"
            autoComplete="off"
            value={draft.hoursFrom}
            onChange={(event) => change({ hoursFrom: event.currentTarget.value })}
          />
        </Field>
        <Field label={t('web.profile.free.to')} optional error={errors['hoursTo']}>
          <TextInput
            type="time"
            autoComplete="off"
            value={draft.hoursTo}
            onChange={(event) => change({ hoursTo: event.currentTarget.value })}
          />
        </Field>
      </TwoColumns>
      <Field
        label={t('web.profile.free.until')}
        hint={t('web.profile.free.untilHint')}
        optional
        error={errors['awayUntil']}
      >
        <DateInput min={today} value={draft.awayUntil} onChange={(awayUntil) => change({ awayUntil })} />
      </Field>
      <Holidays
        holidays={draft.holidays}
        today={today}
        error={errors['holidaysFrom'] ?? errors['holidaysTo']}
        onChange={(holidays) => change({ holidays })}
      />
      <Button
        variant="primary"
        disabled={!online}
        busy={saving}
        busyText={t('ui.saving')}
        onClick={() => void save()}
      >
        {t(online ? 'web.profile.free.save' : 'ui.needsInternet')}
      </Button>
    </div>
  );
}

type HolidaysProps = {
  holidays: readonly Holiday[];
  today: string;
  error: string | undefined;
  onChange: (holidays: Holiday[]) => void;
};

function Holidays({ holidays, today, error, onChange }: HolidaysProps) {
  const t = useT();
  const set = (at: number, part: Partial<Holiday>) =>
    onChange(holidays.map((holiday, index) => (index === at ? { ...holiday, ...part } : holiday)));
  return (
    <FieldGroup label={t('web.profile.free.holidays')} optional error={error}>
      {holidays.map(({ from, to }, at) => (
        <div key={at} className="free-holiday">
          <Field label={t('web.profile.free.first')}>
            <DateInput min={today} value={from} onChange={(date) => set(at, { from: date })} />
          </Field>
          <Field label={t('web.profile.free.last')}>
            <DateInput
              min={from === '' ? today : from}
              value={to}
              onChange={(date) => set(at, { to: date })}
            />
          </Field>
          <IconButton
            icon="x"
            label={t('web.profile.free.remove', { number: at + 1 })}
            onClick={() => onChange(holidays.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {holidays.length < HOLIDAYS_MAX && (
        <Button onClick={() => onChange([...holidays, { from: '', to: '' }])}>
          {t('web.profile.free.add')}
        </Button>
      )}
    </FieldGroup>
  );
}
