import '../payouts.css';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, ErrorSummary, Note, Screen } from '../../../ui/index.ts';
import { walletBalanceQuery } from '../api.ts';
import { accountKinds } from '../labels.ts';
import { useSaveAccount, type SaveOptions } from './useSaveAccount.ts';

type Props<T extends FieldValues> = SaveOptions<T> & {
  form: UseFormReturn<T>;
  /** The account that is changed; without it, one is added. */
  existing?: PayoutAccount;
  children: ReactNode;
};

/** The frame of a form that adds or changes a payout account, and saves it. */
export function AccountFormScreen<T extends FieldValues>(props: Props<T>) {
  const { kind, form, existing, children } = props;
  const t = useT();
  const online = useOnline();
  const isStopped = useQuery(walletBalanceQuery()).data?.stoppedAt != null;
  const refusal = existing?.change.allowed === false ? t(existing.change.reason) : undefined;
  const blocked = isStopped ? t('payouts.withdrawals_stopped') : refusal;
  const { problem, back, dialog, submit } = useSaveAccount(form, props);
  const { errors, isSubmitting, submitCount } = form.formState;
  const { add, update, save } = accountKinds[kind];
  const problems = useMemo(
    () =>
      Object.entries(errors).flatMap(([id, error]) =>
        typeof error?.message === 'string' ? [{ id, text: error.message }] : [],
      ),
    [errors],
  );
  return (
    <Screen title={t(existing ? update : add)} back={back} data={null}>
      <form
        className="sheet pay-narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ErrorSummary problems={problems} submitCount={submitCount} />
        {blocked !== undefined && <Note tone="warn">{blocked}</Note>}
        {problem !== '' && <Note tone="bad">{problem}</Note>}
        {children}
        <Button
          type="submit"
          variant="primary"
          block
          disabled={!online || blocked !== undefined}
          busy={isSubmitting}
          busyText={t('ui.saving')}
        >
          {online ? t(save) : t('ui.needsInternet')}
        </Button>
      </form>
      {dialog}
    </Screen>
  );
}
