import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useNavigate, useSearchParams } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { showFieldErrors } from '../../../platform/client/form.ts';
import { translate, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { refresh } from '../../../platform/queries/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useStepUp } from '../../identity/index.ts';
import type { AccountKind } from '../api.ts';
import { accountKinds } from '../labels.ts';
import { addAmount } from '../withdrawal.ts';

export type SaveOptions<T> = {
  kind: AccountKind;
  save: (values: T & { otp: string }) => Promise<unknown>;
  savedMessage: MessageId;
  /** What the code confirms: the account as it will be paid to. */
  describe?: (values: T) => string;
};

/**
 * Saves an account, after a code when the server requires one, and returns to the list with the amount from
 * the URL. A suspended person has no list: their only other screen shows the accounts.
 */
export function useSaveAccount<T extends FieldValues>(
  form: UseFormReturn<T>,
  { kind, save, savedMessage, describe }: SaveOptions<T>,
) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const t = useT();
  const { suspension } = useUser();
  const isSuspended = suspension !== null;
  const { list, listPath } = accountKinds[kind];
  const back = {
    to: addAmount(isSuspended ? paths.home() : listPath, search.get('amount') ?? ''),
    label: t(isSuspended ? 'web.payouts.suspended.title' : list),
  };
  const [problem, setProblem] = useState('');
  const stepUp = useStepUp();

  async function send(values: T): Promise<void> {
    setProblem('');
    try {
      await stepUp.run((otp) => save({ ...values, otp }), describe?.(values));
    } catch (error) {
      if (!showFieldErrors(error, form.setError))
        setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
      return;
    }
    void refresh('wallet');
    toast.success(translate(savedMessage));
    navigate(back.to, { replace: true });
  }

  return { problem, back, dialog: stepUp.dialog, submit: () => form.handleSubmit(send)() };
}
