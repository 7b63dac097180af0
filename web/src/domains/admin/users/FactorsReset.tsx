import { useState } from 'react';
import type { UserCase } from '@fws/contract/admin/users/schemas';
import type { FactorProof } from '@fws/contract/identity/model';
import { formatMoment, translate, useT } from '../../../platform/i18n/index.ts';
import { Field, Note, Select, Sheet } from '../../../ui/index.ts';
import { ReasonForm } from '../shared/ReasonForm.tsx';
import { useResetFactors } from './api.ts';

/** For users who lost app, passkeys and recovery codes, and have proven who they are. */
export function FactorsReset({ user }: { user: UserCase }) {
  const t = useT();
  const reset = useResetFactors();
  const [proof, setProof] = useState<FactorProof | ''>('');
  const [error, setError] = useState<string>();
  if (user.factorsRemovedAt !== null)
    return (
      <Sheet>
        <Note>{t('web.admin.factorsWait', { date: formatMoment(t, user.factorsRemovedAt) })}</Note>
      </Sheet>
    );
  if (user.factorProofs.length === 0)
    return (
      <Sheet>
        <Note>{t('web.admin.noFactorProof')}</Note>
      </Sheet>
    );

  async function ask(reason: string): Promise<unknown> {
    setError(undefined);
    if (proof !== '') return reset.mutateAsync({ userId: String(user.id), reason, proof });
    setError(t('admin.factor_proof_required'));
    return false;
  }

  return (
    <Sheet>
      <Field label={t('web.admin.factorProof')} error={error}>
        <Select
          value={proof}
          placeholder={t('web.backoffice.content.choose')}
          options={user.factorProofs.map((value) => ({ value, label: t(`web.admin.factorProof.${value}`) }))}
          onChange={(event) => {
            setProof(event.currentTarget.value as FactorProof);
            setError(undefined);
          }}
        />
      </Field>
      <ReasonForm
        label={t('web.admin.reasonFactors')}
        hint={t('web.admin.reasonFactorsHint')}
        choices={[
          {
            label: t('web.admin.resetFactors'),
            variant: 'danger',
            needsReason: true,
            onChoose: ask,
            doneText: translate('admin.user_factors_reset'),
          },
        ]}
      />
    </Sheet>
  );
}
