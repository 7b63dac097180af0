import { FORGOTTEN_KINDS, type ForgottenKind } from '@fws/contract/admin/restore/model';
import { useState } from 'react';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { Button, Field, Note, Select, Sheet, TextArea, TextInput } from '../../../ui/index.ts';
import { useSaving } from '../shared/useSaving.tsx';
import { useRecover } from './api.ts';

const EMPTY = { number: '', workerId: '', reason: '' };

/**
 * Books a movement that the provider has and the books lack. The provider gives the amount; a person says
 * whose money it was.
 */
export function RecoverForm() {
  const t = useT();
  const recover = useRecover();
  const intent = useIdempotencyKey();
  const [kind, setKind] = useState<ForgottenKind>('transfer');
  const [values, setValues] = useState(EMPTY);
  const { save, busy, errors, problem, dialog } = useSaving(() => {
    intent.renew();
    setValues(EMPTY);
  });
  const change = (name: keyof typeof EMPTY) => (event: { currentTarget: { value: string } }) => {
    intent.renew();
    setValues({ ...values, [name]: event.currentTarget.value });
  };
  const workerId = kind === 'transfer' ? values.workerId : '';
  const send = () =>
    save(
      () => recover.mutateAsync({ kind, ...values, workerId, key: intent.key() }),
      translate('admin.restore_recovered'),
    );
  return (
    <Sheet title={t('web.backoffice.restore.recover')}>
      <form
        className="stack of-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="t2">{t('web.backoffice.restore.recoverLead')}</p>
        {problem}
        <Field label={t('web.backoffice.restore.kind')} error={errors['kind']}>
          <Select
            value={kind}
            onChange={(event) => {
              intent.renew();
              setKind(event.currentTarget.value as ForgottenKind);
            }}
            options={FORGOTTEN_KINDS.map((forgottenKind) => ({
              value: forgottenKind,
              label: t(`web.backoffice.restore.kind.${forgottenKind}`),
            }))}
          />
        </Field>
        {kind === 'unmatched' && <Note>{t('web.backoffice.restore.unmatchedLead')}</Note>}
        <Field
          label={t('web.backoffice.restore.number')}
          hint={t('web.backoffice.restore.numberHint')}
          error={errors['number']}
        >
          <TextInput autoComplete="off" value={values.number} onChange={change('number')} />
        </Field>
        {kind === 'transfer' && (
          <Field
            label={t('web.backoffice.restore.worker')}
            hint={t('web.backoffice.restore.workerHint')}
            error={errors['workerId']}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={values.workerId}
              onChange={change('workerId')}
            />
          </Field>
        )}
        <Field
          label={t('web.admin.reason')}
          hint={t('web.backoffice.settings.reasonHint')}
          error={errors['reason']}
        >
          <TextArea rows={3} maxLength={500} value={values.reason} onChange={change('reason')} />
        </Field>
        <div className="adm-acts">
          <Button type="submit" busy={busy}>
            {t('web.backoffice.restore.book')}
          </Button>
        </div>
      </form>
      {dialog}
    </Sheet>
  );
}
