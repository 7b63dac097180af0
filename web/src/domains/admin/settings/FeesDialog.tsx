import { useState } from 'react';
import { translate, useT, type MessageId } from '../../../platform/i18n/index.ts';
import {
  Button,
  DateInput,
  Dialog,
  Field,
  InputBox,
  RupeeInput,
  TextArea,
  TwoColumns,
} from '../../../ui/index.ts';
import { useSaving } from '../shared/useSaving.tsx';
import { useSetFees } from './api.ts';

const shares = [
  ['platformFeePercent', 'web.backoffice.settings.platformFee'],
  ['gstPercent', 'web.backoffice.settings.gst'],
  ['tdsPercent', 'web.backoffice.settings.tds'],
  ['welfarePercent', 'web.backoffice.settings.welfare'],
] as const satisfies [string, MessageId][];

/** Sets all shares deducted from a release, from a future date. An empty share means no deduction. */
export function FeesDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const setFees = useSetFees();
  const { save, busy, errors, problem, dialog } = useSaving(onClose);
  const [values, setValues] = useState({
    effectiveOn: '',
    platformFeePercent: '',
    gstPercent: '',
    tdsPercent: '',
    welfarePercent: '',
    welfareCapText: '',
    reason: '',
  });
  const change = (name: keyof typeof values, text: string) =>
    setValues((current) => ({ ...current, [name]: text }));
  return (
    <Dialog
      title={t('web.backoffice.settings.fees')}
      onClose={onClose}
      persistent
      footer={
        <Button
          variant="primary"
          busy={busy}
          onClick={() => void save(() => setFees.mutateAsync(values), translate('backoffice.setting_set'))}
        >
          {t('web.backoffice.settings.save')}
        </Button>
      }
    >
      <div className="stack">
        {problem}
        <Field label={t('web.backoffice.settings.from')} error={errors['effectiveOn']}>
          <DateInput value={values.effectiveOn} onChange={(date) => change('effectiveOn', date)} />
        </Field>
        <TwoColumns alsoOnPhones>
          {shares.map(([name, label]) => (
            <Field key={name} label={t(label)} error={errors[name]}>
              <InputBox
                inputMode="decimal"
                autoComplete="off"
                after="%"
                value={values[name]}
                onChange={(event) => change(name, event.currentTarget.value)}
              />
            </Field>
          ))}
        </TwoColumns>
        <Field
          label={t('web.backoffice.settings.cap')}
          hint={t('web.backoffice.settings.capHint')}
          error={errors['welfareCapText']}
        >
          <RupeeInput
            value={values.welfareCapText}
            onChange={(amountText) => change('welfareCapText', amountText)}
          />
        </Field>
        <Field
          label={t('web.admin.reason')}
          hint={t('web.backoffice.settings.reasonHint')}
          error={errors['reason']}
        >
          <TextArea
            rows={3}
            maxLength={500}
            value={values.reason}
            onChange={(event) => change('reason', event.currentTarget.value)}
          />
        </Field>
      </div>
      {dialog}
    </Dialog>
  );
}
