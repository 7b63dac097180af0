import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useNavigate, useSearchParams } from '../../../platform/router/index.ts';
import { showFieldErrors } from '../../../platform/client/form.ts';
import { translate, type MessageId } from '../../../platform/i18n/index.ts';
import { refresh } from '../../../platform/queries/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useStepUp } from '../../identity/index.ts';
import { addAmount } from '../withdrawal.ts';

type Options<T> = {
  save: (values: T & { otp: string }) => Promise<unknown>;
  savedMessage: MessageId;
  listPath: string;
};

/**
 * Saves an account, after a code when the server requires one, and returns to the list with the amount from
 * the URL.
 */
export function useSaveAccount<T extends FieldValues>(form: UseFormReturn<T>, options: Options<T>) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const backTo = addAmount(options.listPath, search.get('amount') ?? '');
  const [problem, setProblem] = useState('');
  const stepUp = useStepUp();

  async function send(values: T): Promise<void> {
    setProblem('');
    try {
      await stepUp.run((otp) => options.save({ ...values, otp }));
    } catch (error) {
      if (!showFieldErrors(error, form.setError))
        setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
      return;
    }
    void refresh('wallet');
    toast.success(translate(options.savedMessage));
    navigate(backTo, { replace: true });
  }

  return { problem, backTo, dialog: stepUp.dialog, submit: () => form.handleSubmit(send)() };
}
