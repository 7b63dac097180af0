import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { checkForm } from '@fws/contract/platform/check';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import { DialogPage } from '../components/DialogPage.tsx';
import { showFieldErrors } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { setSignedIn } from '../../../platform/session/index.ts';
import { Button, Note, Steps } from '../../../ui/index.ts';
import type { RegistrationValues } from '../api.ts';
import { recordCodeSent } from '../codesSent.ts';
import { startWelcome } from '../contactChecks.ts';
import { DetailsFields } from './DetailsFields.tsx';
import { firstStepFields, type RegisterForm } from './registration.ts';

type Props = {
  title: string;
  defaults: RegistrationValues;
  /** Errors that keep the user on the first step, as texts by field. */
  validateFirstStep: (values: RegistrationValues) => Record<string, string>;
  schema: z.ZodMiniType;
  renderFirstStep: (form: RegisterForm) => ReactNode;
  create: (values: RegistrationValues) => Promise<CurrentUser>;
};

/** One form in two steps. Going back keeps all values, and a refusal opens the step it belongs to. */
export function RegistrationSteps({
  title,
  defaults,
  validateFirstStep,
  schema,
  renderFirstStep,
  create,
}: Props) {
  const t = useT();
  const formId = useId();
  const [step, setStep] = useState<1 | 2>(1);
  const [problem, setProblem] = useState('');
  const form: RegisterForm = useForm<RegistrationValues>({ defaultValues: defaults });
  const { isSubmitting } = form.formState;

  // When a refusal opens the first step, focus the field that is wrong there.
  useEffect(() => {
    const invalidField = step === 1 && firstStepFields.find((field) => form.getFieldState(field).invalid);
    if (invalidField) form.setFocus(invalidField);
  }, [step, form]);

  function next(): void {
    form.clearErrors();
    const errors = Object.entries(validateFirstStep(form.getValues()));
    for (const [field, message] of errors)
      form.setError(
        field as keyof RegistrationValues,
        { message },
        { shouldFocus: field === errors[0]?.[0] },
      );
    if (errors.length === 0) setStep(2);
  }

  async function submit(): Promise<void> {
    setProblem('');
    form.clearErrors();
    const values = form.getValues();
    const checked = checkForm(schema, values);
    if (!checked.ok) {
      for (const [index, [field, { code, values: messageValues }]] of Object.entries(
        checked.errors,
      ).entries())
        form.setError(
          field as keyof RegistrationValues,
          { message: translate(code, messageValues) },
          { shouldFocus: index === 0 },
        );
      return;
    }
    try {
      const user = await create(values);
      startWelcome(user.id);
      recordCodeSent(user.mobile);
      setSignedIn(user);
    } catch (error) {
      if (!showFieldErrors(error, form.setError))
        return setProblem(error instanceof Error ? error.message : '');
      if (firstStepFields.some((field) => form.getFieldState(field).invalid)) setStep(1);
    }
  }

  const footer =
    step === 1 ? (
      <Button type="submit" form={formId} variant="primary">
        {t('identity.next')}
      </Button>
    ) : (
      <>
        <Button onClick={() => setStep(1)}>{t('ui.back')}</Button>
        <Button
          type="submit"
          form={formId}
          variant="primary"
          busy={isSubmitting}
          busyText={t('identity.registering')}
        >
          {t('shell.register')}
        </Button>
      </>
    );
  return (
    <DialogPage title={title} footer={footer} step={String(step)}>
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (step === 1) next();
          else void form.handleSubmit(submit, submit)();
        }}
      >
        <Steps steps={[t('identity.stepPersonal'), t('identity.stepDetails')]} current={step - 1} />
        {problem && <Note tone="bad">{problem}</Note>}
        {step === 1 ? renderFirstStep(form) : <DetailsFields form={form} />}
      </form>
    </DialogPage>
  );
}
