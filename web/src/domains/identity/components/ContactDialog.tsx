import { useState } from 'react';

import { updateEmail, updateMobile } from '@fws/contract/identity/calls';
import type { OtpChannel } from '@fws/contract/identity/model';
import { checkForm } from '@fws/contract/platform/check';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { showFieldErrors } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { loadSession } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Field, FormDialog, Note, TextInput } from '../../../ui/index.ts';
import { requestContactChange, verifyContact } from '../api.ts';
import { recordCodeSent } from '../codesSent.ts';
import { CodeDialog } from './CodeDialog.tsx';
import { useStepUp } from './useStepUp.tsx';

export type ContactDialogProps = { channel: OtpChannel; onClose: () => void };

/** Changes the mobile number or e-mail: the new one is typed, then confirmed by the code sent to it. */
export default function ContactDialog({ channel, onClose }: ContactDialogProps) {
  const t = useT();
  const stepUp = useStepUp();
  const [isCodeSent, setCodeSent] = useState(false);
  const [problem, setProblem] = useState('');
  const { register, handleSubmit, getValues, setError, setFocus, formState } = useCheckedForm({
    defaultValues: { mobile: '', email: '' },
  });
  const { errors, isSubmitting } = formState;
  const address = getValues(channel);

  const submit = handleSubmit(async (values) => {
    setProblem('');
    const schema = await (channel === 'mobile' ? updateMobile : updateEmail).form();
    const checked = checkForm(schema, { ...values, otp: '' });
    const fieldError = checked.ok ? undefined : checked.errors[channel];
    if (fieldError) {
      setError(channel, { message: translate(fieldError.code, fieldError.values) });
      return setFocus(channel);
    }
    try {
      await stepUp.run((otp) => requestContactChange(channel, values[channel], otp));
      recordCodeSent(values[channel]);
      setCodeSent(true);
    } catch (error) {
      if (!showFieldErrors(error, setError)) setProblem(error instanceof Error ? error.message : '');
    }
  });

  if (isCodeSent)
    return (
      <CodeDialog
        title={t(channel === 'mobile' ? 'identity.mobileVerifyTitle' : 'identity.emailVerifyTitle')}
        channel={channel}
        address={address}
        submitText={t('identity.verify')}
        closeText={t('ui.cancel')}
        onCode={async (otp) => {
          await verifyContact(channel, address, otp);
          await loadSession();
          toast.success(
            translate(channel === 'mobile' ? 'identity.mobile_changed' : 'identity.email_changed'),
          );
          onClose();
        }}
        onClose={onClose}
      />
    );
  return (
    <>
      <FormDialog
        title={t(channel === 'mobile' ? 'identity.mobileEditTitle' : 'identity.emailEditTitle')}
        submitText={t('identity.update')}
        busyText={t('identity.sending')}
        busy={isSubmitting}
        onSubmit={submit}
        onClose={onClose}
      >
        {problem && <Note tone="bad">{problem}</Note>}
        <Field
          label={t(channel === 'mobile' ? 'identity.newMobile' : 'identity.newEmail')}
          hint={t('identity.changeHint')}
          error={errors[channel]?.message}
        >
          {channel === 'mobile' ? (
            <TextInput type="tel" inputMode="tel" autoComplete="tel" {...register('mobile')} />
          ) : (
            <TextInput type="email" inputMode="email" autoComplete="email" {...register('email')} />
          )}
        </Field>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
