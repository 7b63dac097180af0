import { useInteractive } from '../../../platform/interactive/index.ts';
import { useT, type Translate } from '../../../platform/i18n/index.ts';
import { Button, Field, TextArea } from '../../../ui/index.ts';
import { useAsk } from '../api.ts';
import { WordsForm } from './WordsForm.tsx';

const buildTexts = (t: Translate, name: string) => ({
  label: t('web.conversations.askName', { name }),
  hint: t('web.conversations.askWhy', { name }),
  button: t('web.conversations.ask'),
});

/** Asks the poster about a job. It opens the conversation about it. */
export function AskForm({ jobId, person }: { jobId: string; person: string }) {
  const t = useT();
  const ask = useAsk();
  if (!useInteractive()) return <AskPlace person={person} />;
  return (
    <WordsForm
      draft={`question-${jobId}`}
      jobId={jobId}
      {...buildTexts(t, person)}
      send={(text) => ask.mutateAsync({ jobId, text })}
    />
  );
}

/** As high as the form, which nobody can use yet, so that it does not move what is below. */
export function AskPlace({ person }: { person: string }) {
  const { label, hint, button } = buildTexts(useT(), person);
  return (
    <div className="words" inert>
      <Field label={label} hint={hint}>
        <TextArea rows={2} disabled />
      </Field>
      <Button disabled>{button}</Button>
    </div>
  );
}
