import { useState, type ReactNode } from 'react';
import { askQuestion } from '@fws/contract/conversations/calls';
import { MESSAGE_MAX } from '@fws/contract/conversations/model';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Field, Note, SubmitButton, TextArea } from '../../../ui/index.ts';

// The form of a question. An answer has the same words and other fields beside them.
const resolver = contractResolver(askQuestion);

type Props = {
  /** Names what was typed, which stays on the device until it is sent. */
  draft: string;
  jobId: string;
  label: string;
  hint?: string;
  button: string;
  send: (text: string) => Promise<unknown>;
  /** More choices, above the button. */
  children?: ReactNode;
};

/** A field for a question or an answer. */
export function WordsForm({ draft, jobId, label, hint, button, send, children }: Props) {
  const t = useT();
  const userId = useUser().id;
  const [problem, setProblem] = useState<string>();
  const [store] = useState(() => openDraft(userId, draft));
  const [initialValues] = useState(() => ({ ...restoreDraft(store, { jobId, text: '' }), jobId }));
  const form = useCheckedForm({ resolver, defaultValues: initialValues });
  useFormDraft(form, store, { values: initialValues });
  const { errors, isSubmitting } = form.formState;

  async function submit({ text }: { text: string }): Promise<void> {
    setProblem(undefined);
    try {
      await send(text);
    } catch (error) {
      if (!showFieldErrors(error, form.setError)) setProblem((error as Error).message);
      return;
    }
    form.reset({ jobId, text: '' });
    store.remove();
  }

  return (
    <form className="words" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      {problem !== undefined && <Note tone="bad">{problem}</Note>}
      <Field label={label} hint={hint} error={errors.text?.message}>
        <TextArea rows={2} maxLength={MESSAGE_MAX} {...form.register('text')} />
      </Field>
      {children}
      <SubmitButton busy={isSubmitting} busyText={t('web.conversations.sending')}>
        {button}
      </SubmitButton>
    </form>
  );
}
