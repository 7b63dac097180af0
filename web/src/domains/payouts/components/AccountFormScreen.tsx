import '../payouts.css';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, ErrorSummary, Note, Screen } from '../../../ui/index.ts';
import { walletBalanceQuery } from '../api.ts';

type Props = {
  title: string;
  back: { to: string; label: string };
  submitText: string;
  errors: FieldErrors;
  submitCount: number;
  /** An error that belongs to no field. */
  problem: string;
  saving: boolean;
  /** Why the account cannot be saved now. */
  blocked?: string | undefined;
  onSubmit: () => Promise<void>;
  /** The dialog for the code to the mobile number. */
  dialog: ReactNode;
  children: ReactNode;
};

/** The frame of a form for a payout account. */
export function AccountFormScreen(props: Props) {
  const { title, back, submitText, errors, submitCount, problem, saving, onSubmit, dialog, children } = props;
  const t = useT();
  const online = useOnline();
  const isStopped = useQuery(walletBalanceQuery()).data?.stoppedAt != null;
  const blocked = isStopped ? t('payouts.withdrawals_stopped') : props.blocked;
  const problems = useMemo(
    () =>
      Object.entries(errors).flatMap(([id, error]) =>
        typeof error?.message === 'string' ? [{ id, text: error.message }] : [],
      ),
    [errors],
  );
  return (
    <Screen title={title} back={back} data={null}>
      <form
        className="sheet pay-narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
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
          busy={saving}
          busyText={t('ui.saving')}
        >
          {online ? submitText : t('ui.needsInternet')}
        </Button>
      </form>
      {dialog}
    </Screen>
  );
}
