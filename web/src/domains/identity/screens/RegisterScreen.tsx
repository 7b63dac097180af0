import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkForm } from '@fws/contract/platform/check';
import { registration } from '@fws/contract/identity/schemas';
import { DialogPage } from '../../../app/DialogPage.tsx';
import { showFieldErrors } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { signedIn } from '../../../platform/session/index.ts';
import { Button, Note, Steps } from '../../../ui/index.ts';
import { createAccount, type RegistrationValues } from '../api.ts';
import { startWelcome } from '../contactChecks.ts';
import { DetailsFields } from '../forms/DetailsFields.tsx';
import { PersonalFields } from '../forms/PersonalFields.tsx';
import { firstStepErrors, firstStepFields, type RegisterForm } from '../forms/registration.ts';

const blank: RegistrationValues = {
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  password: '',
  confirmPassword: '',
  registerFor: 'individual',
  lookingFor: ['projects'],
  location: '',
  companyName: '',
  aadhaarNumber: '',
};

/** Two steps of one form: going back keeps everything, and a refusal opens the step it belongs to. */
export default function RegisterScreen() {
  const t = useT();
  const [step, setStep] = useState<1 | 2>(1);
  const [problem, setProblem] = useState('');
  const form: RegisterForm = useForm<RegistrationValues & { terms: boolean }>({
    defaultValues: { ...blank, terms: false },
  });
  const { isSubmitting } = form.formState;

  function next(): void {
    form.clearErrors();
    const errors = Object.entries(firstStepErrors(form.getValues()));
    for (const [field, message] of errors)
      form.setError(
        field as keyof RegistrationValues,
        { message },
        { shouldFocus: field === errors[0]?.[0] },
      );
    if (errors.length === 0) setStep(2);
  }

  async function create(): Promise<void> {
    setProblem('');
    form.clearErrors();
    const { terms, ...values } = form.getValues();
    const checked = checkForm(registration, values);
    if (!terms) form.setError('terms', { message: t('identity.termsRequired') });
    if (!checked.ok) {
      for (const [field, { code, values: about }] of Object.entries(checked.errors))
        form.setError(field as keyof RegistrationValues, { message: translate(code, about) });
    }
    if (!terms || !checked.ok) return;
    try {
      const user = await createAccount(values);
      startWelcome();
      signedIn(user);
    } catch (error) {
      if (!showFieldErrors(error, form.setError))
        return setProblem(error instanceof Error ? error.message : '');
      if (firstStepFields.some((field) => form.getFieldState(field).invalid)) setStep(1);
    }
  }

  const footer =
    step === 1 ? (
      <Button type="submit" form="register" variant="primary">
        {t('identity.next')}
      </Button>
    ) : (
      <>
        <Button onClick={() => setStep(1)}>{t('identity.back')}</Button>
        <Button
          type="submit"
          form="register"
          variant="primary"
          busy={isSubmitting}
          busyText={t('identity.registering')}
        >
          {t('shell.register')}
        </Button>
      </>
    );
  return (
    <DialogPage title={t('shell.register')} footer={footer}>
      <form
        id="register"
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (step === 1) next();
          else void form.handleSubmit(create, create)();
        }}
      >
        <Steps steps={[t('identity.stepPersonal'), t('identity.stepDetails')]} current={step - 1} />
        {problem && <Note tone="bad">{problem}</Note>}
        {step === 1 ? <PersonalFields form={form} /> : <DetailsFields form={form} />}
      </form>
    </DialogPage>
  );
}
