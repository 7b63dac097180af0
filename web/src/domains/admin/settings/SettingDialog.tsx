import type { SettingHistory } from '@fws/contract/admin/settings/schemas';
import { parseRupees, toRupees } from '@fws/contract/platform/money';
import { useState } from 'react';
import { translate, useT } from '../../../platform/i18n/index.ts';
import {
  Button,
  DateInput,
  Dialog,
  Field,
  InputBox,
  RupeeInput,
  Select,
  TextArea,
} from '../../../ui/index.ts';
import { useSaving } from '../shared/useSaving.tsx';
import { useSetSetting } from './api.ts';

type Props = { setting: SettingHistory; onClose: () => void };

/** A new value, effective at once or from a future date, with a reason that is kept. */
export function SettingDialog({ setting: { key, value }, onClose }: Props) {
  const t = useT();
  const setSetting = useSetSetting();
  const { save, busy, errors, problem, dialog } = useSaving(onClose);
  const isMoney = key === 'second_approver_above_paise';
  const [valueText, setValueText] = useState(isMoney ? toRupees(value) : String(value));
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  const send = () =>
    save(
      () =>
        setSetting.mutateAsync({
          key,
          // An invalid amount is sent as typed, and the server refuses it by its field.
          value: isMoney ? String(parseRupees(valueText.trim()) ?? valueText) : valueText,
          from,
          reason,
        }),
      translate('backoffice.setting_set'),
    );
  const label = t(`web.backoffice.settings.key.${key}`);
  return (
    <Dialog
      title={label}
      onClose={onClose}
      persistent
      footer={
        <Button variant="primary" busy={busy} onClick={() => void send()}>
          {t('web.backoffice.settings.save')}
        </Button>
      }
    >
      <div className="stack">
        {problem}
        <Field label={t('web.backoffice.settings.value')} error={errors['value']}>
          {key === 'identity_review_first' ? (
            <Select
              value={valueText}
              onChange={(event) => setValueText(event.currentTarget.value)}
              options={[
                { value: '0', label: t('web.backoffice.settings.after') },
                { value: '1', label: t('web.backoffice.settings.first') },
              ]}
            />
          ) : isMoney ? (
            <RupeeInput value={valueText} onChange={setValueText} />
          ) : (
            <InputBox
              inputMode="numeric"
              autoComplete="off"
              after={t('web.backoffice.settings.hours')}
              value={valueText}
              onChange={(event) => setValueText(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label={t('web.backoffice.settings.from')}
          hint={t('web.backoffice.settings.fromHint')}
          error={errors['from']}
        >
          <DateInput value={from} onChange={setFrom} />
        </Field>
        <Field
          label={t('web.admin.reason')}
          hint={t('web.backoffice.settings.reasonHint')}
          error={errors['reason']}
        >
          <TextArea
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      </div>
      {dialog}
    </Dialog>
  );
}
