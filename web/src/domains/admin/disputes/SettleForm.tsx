import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DisputeCase } from '@fws/contract/admin/disputes/schemas';
import { parseRupees, calculateShare } from '@fws/contract/platform/money';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { Field, Note, OptionRadio, Options, RupeeInput, Tick } from '../../../ui/index.ts';
import { previewQuery, useRequestDocuments, useSettleDispute } from './api.ts';
import { PostingPreview } from '../ledger/PostingPreview.tsx';
import { ReasonForm } from '../shared/ReasonForm.tsx';
import { useFreshCode } from '../login/useFreshCode.tsx';

type Decision = 'refund' | 'release' | 'split';

/** Refund, release or split. Shows what would be posted before the decision. */
export function SettleForm({ dispute }: { dispute: DisputeCase }) {
  const t = useT();
  const name = useId();
  const [decision, setDecision] = useState<Decision>('refund');
  const [waive, setWaive] = useState(false);
  const [shares, setShares] = useState<Record<number, string>>({});
  const settle = useSettleDispute();
  const requestDocuments = useRequestDocuments();
  const intent = useIdempotencyKey();
  const fresh = useFreshCode();

  const toWorker = useDebounced(JSON.stringify(decision === 'split' ? parseShares(dispute, shares) : {}));
  const values = {
    disputeId: String(dispute.id),
    decision,
    toWorker,
    waiveCharge: String(waive),
  };
  const preview = useQuery(previewQuery(values));
  const heldPaise = dispute.held.reduce((sum, part) => sum + part.amountPaise, 0);
  const chargedPaise = dispute.held.reduce(
    (sum, part) => sum + (waive ? 0 : calculateShare(part.amountPaise, dispute.chargeBps)),
    0,
  );
  const chargeText = t('web.admin.lessCharge', { share: dispute.chargeBps / 100 });
  const options: { value: Decision; title: string; detail: string }[] = [
    { value: 'refund', title: t('web.admin.refund'), detail: waive ? t('web.admin.whole') : chargeText },
    {
      value: 'release',
      title: t('web.admin.release'),
      detail: t('web.admin.toWallet', { person: dispute.worker.name }),
    },
    { value: 'split', title: t('web.admin.split'), detail: t('web.admin.setBoth') },
  ];
  const change = (edit: () => void) => {
    intent.renew();
    edit();
  };

  if (dispute.approval)
    return (
      <Note tone="warn">
        {t('web.admin.waitsForSecond', { person: dispute.approval.askedBy })} “{dispute.approval.reason}”
      </Note>
    );
  return (
    <>
      <h3>{t('web.admin.decide')}</h3>
      <fieldset>
        <legend className="vh">{t('web.admin.decide')}</legend>
        <Options>
          {options.map(({ value, title, detail }) => (
            <OptionRadio
              key={value}
              name={name}
              title={title}
              detail={detail}
              end={
                value !== 'split' && (
                  <span className="money" translate="no">
                    {formatRupees(value === 'refund' ? heldPaise - chargedPaise : heldPaise)}
                  </span>
                )
              }
              checked={decision === value}
              onChange={() => change(() => setDecision(value))}
            />
          ))}
        </Options>
      </fieldset>
      {decision === 'split' &&
        dispute.held.map((part) => (
          <Field
            key={part.milestoneId}
            label={t('web.admin.workerGets', { position: part.position })}
            hint={t('web.admin.ofHeld', { amount: formatRupees(part.amountPaise) })}
          >
            <RupeeInput
              value={shares[part.milestoneId] ?? ''}
              onChange={(shareText) => change(() => setShares({ ...shares, [part.milestoneId]: shareText }))}
            />
          </Field>
        ))}
      {decision !== 'release' && dispute.chargeBps > 0 && (
        <Tick
          checked={waive}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            change(() => setWaive(checked));
          }}
        >
          {t('web.admin.waive')}
        </Tick>
      )}
      <PostingPreview preview={preview} />
      <ReasonForm
        label={t('web.admin.reasonBoth')}
        choices={[
          {
            label: preview.data
              ? t(`web.admin.do.${decision}`, {
                  worker: formatRupees(preview.data.toWorkerPaise),
                  poster: formatRupees(preview.data.toPosterPaise),
                })
              : t(`web.admin.${decision}`),
            variant: 'dangerSolid',
            needsReason: true,
            onChoose: (reason) =>
              fresh.run(async () => {
                await settle.mutateAsync({ ...values, reason, key: intent.key() });
              }),
            doneText: translate('admin.dispute_settled'),
          },
          {
            label: t('web.admin.askPapers'),
            variant: 'quiet',
            needsReason: true,
            onChoose: (comment) => requestDocuments.mutateAsync({ disputeId: values.disputeId, comment }),
            doneText: translate('admin.papers_asked'),
          },
        ]}
      />
      {fresh.dialog}
    </>
  );
}

/**
 * Parses the typed shares into paise by milestone. An invalid amount is sent as -1, so that the server
 * refuses it.
 */
function parseShares(dispute: DisputeCase, shares: Record<number, string>): Record<string, number> {
  const entries = dispute.held.map(({ milestoneId }): [string, number] => {
    const text = shares[milestoneId] ?? '';
    return [String(milestoneId), text === '' ? 0 : (parseRupees(text) ?? -1)];
  });
  return Object.fromEntries(entries);
}
