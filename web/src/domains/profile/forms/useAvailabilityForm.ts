import { useState } from 'react';
import {
  mergeHolidays,
  WEEKDAYS,
  type Holiday,
  type Weekday,
} from '@fws/contract/profile/availability/model';
import type { OwnAvailability } from '@fws/contract/profile/availability/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { useSavedElsewhere } from '../../../platform/elsewhere/useSavedElsewhere.ts';
import { formatDate, translate, useT } from '../../../platform/i18n/index.ts';
import { loadNow } from '../../../platform/queries/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { availabilityQuery, saveAvailability } from '../api.ts';
import { dayNames } from '../components/AvailabilityText.tsx';

/** As it was typed. */
export interface AvailabilityDraft {
  days: readonly Weekday[];
  hoursFrom: string;
  hoursTo: string;
  holidays: readonly Holiday[];
  awayUntil: string;
}

const toDraft = ({ availability }: OwnAvailability): AvailabilityDraft => ({
  days: availability?.days ?? [],
  hoursFrom: availability?.hours?.from ?? '',
  hoursTo: availability?.hours?.to ?? '',
  holidays: availability?.holidays ?? [],
  awayUntil: availability?.awayUntil ?? '',
});

/** When somebody usually takes work: one form, saved as a whole. */
export function useAvailabilityForm(opened: OwnAvailability) {
  const t = useT();
  const [draft, setDraft] = useState(() => toDraft(opened));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const change = (part: Partial<AvailabilityDraft>) => setDraft((before) => ({ ...before, ...part }));

  const buildPart = <Key extends keyof AvailabilityDraft>(
    key: Key,
    label: string,
    describe: (value: AvailabilityDraft[Key]) => string,
  ) => ({
    label,
    pick: (saved: OwnAvailability) => toDraft(saved)[key],
    read: () => draft[key],
    take: (saved: OwnAvailability) => change({ [key]: toDraft(saved)[key] }),
    describe: (saved: OwnAvailability) => describe(toDraft(saved)[key]),
  });
  const elsewhere = useSavedElsewhere<OwnAvailability>({
    opened,
    load: () => loadNow(availabilityQuery()),
    parts: () => [
      buildPart('days', t('web.profile.free.days'), (days) => days.map((day) => t(dayNames[day])).join(', ')),
      buildPart('hoursFrom', t('web.profile.free.from'), (text) => text),
      buildPart('hoursTo', t('web.profile.free.to'), (text) => text),
      buildPart('awayUntil', t('web.profile.free.until'), (date) => date && formatDate(t, date)),
      buildPart('holidays', t('web.profile.free.holidays'), (holidays) =>
        holidays.map(({ from, to }) => `${formatDate(t, from)} – ${formatDate(t, to)}`).join(', '),
      ),
    ],
  });

  async function save(): Promise<void> {
    setSaving(true);
    setErrors({});
    const holidays = draft.holidays.filter(({ from, to }) => from !== '' || to !== '');
    try {
      const saved = await elsewhere.save((version) =>
        saveAvailability({
          version,
          days: WEEKDAYS.filter((day) => draft.days.includes(day)),
          hoursFrom: draft.hoursFrom,
          hoursTo: draft.hoursTo,
          holidaysFrom: holidays.map(({ from }) => from),
          holidaysTo: holidays.map(({ to }) => to),
          awayUntil: draft.awayUntil,
        }),
      );
      if (!saved) return;
      change({ holidays: mergeHolidays(holidays) });
      toast.success(translate('profile.availability_saved'));
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0)
        toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    } finally {
      setSaving(false);
    }
  }

  return { draft, change, errors, saving, save, changes: elsewhere.changes };
}
