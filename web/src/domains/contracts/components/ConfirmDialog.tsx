import type { ReactNode } from 'react';
import type { Milestone } from '@fws/contract/contracts/schemas';
import { formatAmountInWords, formatRupees, useLocale, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, Dialog, Lines, Note } from '../../../ui/index.ts';
import { stepLabels } from '../labels.ts';

type Props = {
  title: string;
  milestone: Milestone;
  from: string;
  to: string;
  next: readonly string[];
  busy: boolean;
  error: Error | null;
  /** Something is in the way, which `children` says. */
  blocked?: boolean;
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

/** Amount, from, to, and what happens next: shown before money goes into escrow. */
export function ConfirmDialog(props: Props) {
  const t = useT();
  const locale = useLocale();
  const online = useOnline();
  const { milestone, busy, error } = props;
  const labels = stepLabels.funded;
  const amount = formatRupees(milestone.amountPaise);
  const buttons = (
    <>
      <Button onClick={props.onClose}>{t('ui.cancel')}</Button>
      <Button
        variant="accent"
        disabled={!online || props.blocked}
        busy={busy}
        busyText={t(labels.busy)}
        onClick={props.onConfirm}
      >
        {online ? t(labels.name, { amount }) : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={props.title} onClose={props.onClose} footer={buttons} persistent>
      {error && <Note tone="bad">{error.message}</Note>}
      <p className="con-total money" translate="no">
        {amount}
      </p>
      <p className="t2 mut">{formatAmountInWords(milestone.amountPaise, locale)}</p>
      <Lines
        items={[
          { label: t('web.contracts.milestone'), value: milestone.name },
          { label: t('web.contracts.confirm.from'), value: props.from },
          { label: t('ui.to'), value: props.to },
        ]}
      />
      {props.children}
      <h3 className="con-h">{t('web.jobs.next')}</h3>
      <ul className="con-fund-next">
        {props.next.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Dialog>
  );
}
