import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { parseRupees } from '@fws/contract/platform/money';
import { CallError } from '../../../platform/client/index.ts';
import type { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Lines, Note } from '../../../ui/index.ts';
import { useStepUp } from '../../identity/index.ts';
import { useWithdraw } from '../api.ts';
import { formatAccountDetail, getAccountName } from '../labels.ts';
import { calculateRemainingPaise } from '../withdrawal.ts';

type Props = {
  amount: string;
  account: PayoutAccount;
  readyPaise: number;
  /** Held by the screen: closing the dialog and trying the same again must not pay twice. */
  intent: ReturnType<typeof useIdempotencyKey>;
  /** The wallet has changed since it was read. Omitted where no field can show it: the dialog then does. */
  onAmountRefused?: (reason: string) => void;
  onDone: () => void;
  onClose: () => void;
};

/** Shows the withdrawal once more, then sends it, after a code if the server requires one. */
export default function ConfirmWithdrawal(props: Props) {
  const { amount, account, readyPaise, intent, onAmountRefused, onDone, onClose } = props;
  const t = useT();
  const online = useOnline();
  const withdraw = useWithdraw();
  const stepUp = useStepUp();
  const amountText = formatRupees(parseRupees(amount) ?? 0);

  async function send(): Promise<void> {
    const withdrawal = await stepUp
      .run((otp) =>
        withdraw.mutateAsync({ amount, accountId: account.id, otp, idempotencyKey: intent.key() }),
      )
      .catch((error: unknown) => {
        const reason = error instanceof CallError ? error.fields['amountText'] : undefined;
        // Otherwise the dialog stays open and shows the error.
        if (reason !== undefined) onAmountRefused?.(reason);
      });
    if (withdrawal === undefined) return;
    intent.renew();
    toast.success(
      translate('payouts.requested', { amount: formatRupees(withdrawal.amountPaise), to: withdrawal.to }),
    );
    onDone();
  }

  if (stepUp.dialog) return stepUp.dialog;

  const buttons = (
    <>
      <Button onClick={onClose}>{t('ui.back')}</Button>
      <Button
        variant="accent"
        disabled={!online}
        busy={withdraw.isPending}
        busyText={t('web.payouts.withdrawing')}
        onClick={() => void send()}
      >
        {online ? t('web.payouts.withdrawAmount', { amount: amountText }) : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.payouts.confirmTitle')} onClose={onClose} footer={buttons} persistent>
      {withdraw.error && <Note tone="bad">{withdraw.error.message}</Note>}
      <Lines
        items={[
          {
            label: t('web.payouts.amount'),
            value: (
              <b className="money" translate="no">
                {amountText}
              </b>
            ),
          },
          {
            label: t('ui.to'),
            value: (
              <>
                <b>{getAccountName(t, account)}</b>
                <small className="pay-detail">{formatAccountDetail(t, account)}</small>
              </>
            ),
          },
          {
            label: t('web.payouts.nameAtBank'),
            value: account.nameAtBank || t('web.payouts.noNameAtBank'),
          },
          {
            label: t('web.payouts.staysLabel'),
            value: (
              <span className="money" translate="no">
                {formatRupees(calculateRemainingPaise(amount, readyPaise) ?? 0)}
              </span>
            ),
          },
        ]}
      />
      <p className="t2 mut pay-next">{t('web.payouts.next')}</p>
    </Dialog>
  );
}
