import type { RestoreCase } from '@fws/contract/admin/restore/model';
import { useState } from 'react';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { TickField } from '../../../ui/index.ts';
import { ReasonForm } from '../components/ReasonForm.tsx';
import { useFreshCode } from '../components/useFreshCode.tsx';
import { useReopen } from './api.ts';

type Props = { comparison: NonNullable<RestoreCase['comparison']> };

/** The first person's proposal. Findings that no list could settle must be ticked as reviewed. */
export function ReopenForm({ comparison: { runId, result } }: Props) {
  const t = useT();
  const reopen = useReopen();
  const intent = useIdempotencyKey();
  const fresh = useFreshCode();
  const [isSeen, setSeen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const needsEyes = result !== null && result.notFinal.length + result.notCompared.length > 0;

  async function propose(reason: string): Promise<boolean> {
    setMissing(needsEyes && !isSeen);
    if (needsEyes && !isSeen) return false;
    return fresh.run(async () => {
      await reopen.mutateAsync({
        runId: String(runId),
        seen: isSeen ? 'yes' : '',
        reason,
        key: intent.key(),
      });
      intent.renew();
    });
  }

  return (
    <div className="stack of-form">
      <p className="t2">{t('web.office.restore.reopenLead')}</p>
      {needsEyes && (
        <TickField
          checked={isSeen}
          onChange={(event) => {
            intent.renew();
            setSeen(event.currentTarget.checked);
          }}
          error={isMissing && !isSeen ? t('admin.restore_look_first') : undefined}
        >
          {t('web.office.restore.seen')}
        </TickField>
      )}
      <ReasonForm
        label={t('web.admin.reason')}
        hint={t('web.office.settings.reasonHint')}
        choices={[
          {
            label: t('web.office.restore.propose'),
            variant: 'dangerSolid',
            needsReason: true,
            act: propose,
            done: translate('admin.restore_proposed'),
          },
        ]}
      />
      {fresh.dialog}
    </div>
  );
}
