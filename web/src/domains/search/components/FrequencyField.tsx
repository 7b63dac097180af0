import { ALERT_FREQUENCIES, DAILY_ALERT_HOUR, type AlertFrequency } from '@fws/contract/search/model';
import { useT, type MessageId } from '../../../platform/i18n/index.ts';
import { FieldGroup, Tick } from '../../../ui/index.ts';

export const frequencyNames: Record<AlertFrequency, MessageId> = {
  at_once: 'web.search.atOnce',
  daily: 'web.search.daily',
};

type Props = { value: AlertFrequency; onChange: (value: AlertFrequency) => void };

export function FrequencyField({ value, onChange }: Props) {
  const t = useT();
  return (
    <FieldGroup label={t('web.search.howOften')}>
      {ALERT_FREQUENCIES.map((frequency) => (
        <Tick
          key={frequency}
          type="radio"
          name="frequency"
          checked={frequency === value}
          onChange={() => onChange(frequency)}
        >
          {t(frequencyNames[frequency], { hour: DAILY_ALERT_HOUR })}
        </Tick>
      ))}
    </FieldGroup>
  );
}
