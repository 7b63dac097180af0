import { readFilledIn } from '../../../platform/client/readFilledIn.ts';
import { Suspense, useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';

import type { CurrentUser } from '@fws/contract/identity/schemas';
import type { LazySchema } from '@fws/contract/platform/schema-loader';
import { DialogPage } from '../components/DialogPage.tsx';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { showFieldErrors } from '../../../platform/client/form.ts';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { setSignedIn } from '../../../platform/session/index.ts';
import { Button, DraftNote, Note, Steps, SubmitButton } from '../../../ui/index.ts';
import type { RegistrationValues } from '../api.ts';
import { recordCodeSent } from '../codesSent.ts';
import { startWelcome } from '../contactChecks.ts';
import { firstStepFields, validate, type RegisterForm } from './registration.ts';

const DetailsFields = lazyScreen(['identity', 'legal', 'places'], () => import('./DetailsFields.tsx'));

/** Never kept on a device. */
const SECRETS = ['password', 'confirmPassword', 'aadhaarNumber'] as const;

type Props = {
  title: string;
  defaults: RegistrationValues;
  /** Errors that keep the user on the first step, as texts by field. */
  validateFirstStep: (values: RegistrationValues) => Promise<Record<string, string>>;
  schema: LazySchema;
  renderFirstStep: (form: RegisterForm) => ReactNode;
  create: (values: RegistrationValues) => Promise<CurrentUser>;
};

const toResolved = (values: RegistrationValues, messages: Record<string, string>) =>
  Object.keys(messages).length === 0
    ? { values, errors: {} }
    : {
        values: {},
        errors: Object.fromEntries(
          Object.entries(messages).map(([field, message]) => [field, { type: 'contract', message }]),
        ),
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
  const [store] = useState(() => openDraft('visitor', 'register'));
  const [defaultValues] = useState(() => restoreDraft(store, defaults));
  const form: RegisterForm = useCheckedForm<RegistrationValues>({
    defaultValues,
    resolver: async (values) =>
      toResolved(values, await (step === 1 ? validateFirstStep(values) : validate(schema, values))),
  });
  const { isSubmitting } = form.formState;
  const draft = useFormDraft(form, store, { secrets: SECRETS, values: defaults });

  // When a refusal opens the first step, focus the field that is wrong there.
  useEffect(() => {
    const invalidField = step === 1 && firstStepFields.find((field) => form.getFieldState(field).invalid);
    if (invalidField) form.setFocus(invalidField);
  }, [step, form]);

  function startAgain(): void {
    draft.discard();
    setStep(1);
  }

  /** The fields of the second step are not checked before it is submitted. */
  async function openSecondStep(values: RegistrationValues): Promise<void> {
    form.reset(values, { keepDefaultValues: true });
    // A failure is shown in its place.
    await DetailsFields.load().catch(() => undefined);
    setStep(2);
  }

  async function submit(values: RegistrationValues): Promise<void> {
    setProblem('');
    try {
      const user = await create(values);
      store.remove();
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
        <SubmitButton form={formId} busy={isSubmitting} busyText={t('identity.registering')}>
          {t('shell.register')}
        </SubmitButton>
      </>
    );
  return (
    <DialogPage title={title} footer={footer} step={String(step)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it follows the focus of its own fields */}
      <form
        id={formId}
        className="stack"
        noValidate
        // Who fills in the first step will need the second.
        onFocus={() => void DetailsFields.load().catch(() => undefined)}
        onSubmit={(event) => {
          event.preventDefault();
          if (step === 1) readFilledIn(event.currentTarget, form);
          void form.handleSubmit(step === 1 ? openSecondStep : submit)();
        }}
      >
        <Steps steps={[t('identity.stepPersonal'), t('identity.stepDetails')]} current={step - 1} />
        {problem && <Note tone="bad">{problem}</Note>}
        {step === 1 ? (
          renderFirstStep(form)
        ) : (
          <Suspense>
            <DetailsFields form={form} />
          </Suspense>
        )}
        <DraftNote kept={draft.kept} discard={startAgain} />
      </form>
    </DialogPage>
  );
}
