import type { RestoreCase } from '@fws/contract/admin/restore/schemas';
import { useState } from 'react';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { TickField } from '../../../ui/index.ts';
import { ReasonForm } from '../shared/ReasonForm.tsx';
import { useFreshCode } from '../login/useFreshCode.tsx';
import { useReopen } from './api.ts';

type Props = { comparison: NonNullable<RestoreCase['comparison']> };

/** The first person's proposal. Findings that no list could settle must be ticked as reviewed. */
export function ReopenForm({ comparison: { runId, result } }: Props) {
  const t = useT();
  const reopen = useReopen();
  const intent = useIdempotencyKey();
  const fresh = useFreshCode();
  const [isReviewed, setReviewed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const needsReview = result !== null && result.notFinal.length + result.notCompared.length > 0;

  async function propose(reason: string): Promise<boolean> {
    setMissing(needsReview && !isReviewed);
    if (needsReview && !isReviewed) return false;
    return fresh.run(async () => {
      await reopen.mutateAsync({
        runId: String(runId),
        seen: isReviewed ? 'yes' : '',
        reason,
        key: intent.key(),
      });
      intent.renew();
    });
  }

  return (
    <div className="stack of-form">
      <p className="t2">{t('web.backoffice.restore.reopenLead')}</p>
      {needsReview && (
        <TickField
          checked={isReviewed}
          onChange={(event) => {
            intent.renew();
            setReviewed(event.currentTarget.checked);
          }}
          error={isMissing && !isReviewed ? t('admin.restore_review_first') : undefined}
        >
          {t('web.backoffice.restore.seen')}
        </TickField>
      )}
      <ReasonForm
        label={t('web.admin.reason')}
        hint={t('web.backoffice.settings.reasonHint')}
        choices={[
          {
            label: t('web.backoffice.restore.propose'),
            variant: 'dangerSolid',
            needsReason: true,
            onChoose: propose,
            doneText: translate('admin.restore_proposed'),
          },
        ]}
      />
      {fresh.dialog}
    </div>
  );
}
