import { QUIET_STEP_MINUTES } from '@fws/contract/notifications/channels';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { formatTime, useT, type Translate } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Field, Select, Sheet, Switch, TwoColumns } from '../../../ui/index.ts';
import { Refusal } from './ChannelTick.tsx';
import { useQuietHours } from './settingsApi.ts';

const STEPS_PER_DAY = (24 * 60) / QUIET_STEP_MINUTES;

/** "00:00", "00:30" and so on. */
const TIMES = Array.from({ length: STEPS_PER_DAY }, (_, step) => {
  const minutes = step * QUIET_STEP_MINUTES;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
});

/** "9:00 pm" for "21:00". */
const formatTimeOfDay = (t: Translate, time: string): string => formatTime(t, `2026-01-01T${time}:00+05:30`);

export function QuietHoursPanel({ settings }: { settings: NotificationSettings }) {
  const t = useT();
  const online = useOnline();
  const { isOn, from, to, isBusy, refusal, save } = useQuietHours(settings);
  const options = TIMES.map((time) => ({ value: time, label: formatTimeOfDay(t, time) }));
  // Without the minutes of a full hour, as people say it.
  const end = formatTimeOfDay(t, to).replace(':00', '');
  return (
    <Sheet>
      <div className="quiet" aria-busy={isBusy || undefined}>
        <Switch
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          disabled={!online}
          onChange={(event) => save({ isOn: event.currentTarget.checked })}
        >
          <span className="quiet-title" role="heading" aria-level={2}>
            {t('notifications.quiet')}
          </span>
          {isBusy && <span className="spin" role="status" aria-label={t('ui.saving')} />}
        </Switch>
        <TwoColumns alsoOnPhones>
          <Field label={t('notifications.quietFrom')}>
            <Select
              options={options}
              value={from}
              disabled={!isOn || !online}
              onChange={(event) => save({ from: event.currentTarget.value })}
            />
          </Field>
          <Field label={t('notifications.quietTo')}>
            <Select
              options={options}
              value={to}
              disabled={!isOn || !online}
              onChange={(event) => save({ to: event.currentTarget.value })}
            />
          </Field>
        </TwoColumns>
        {refusal !== undefined && <Refusal>{refusal}</Refusal>}
        <p className="t2 mut">
          {!online
            ? t('ui.needsInternet')
            : isOn
              ? t('notifications.quietText', { time: end })
              : t('notifications.quietOffText')}
        </p>
      </div>
    </Sheet>
  );
}
