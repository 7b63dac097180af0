import { useT } from '../../../platform/i18n/index.ts';
import { useAsk } from '../api.ts';
import { WordsForm } from './WordsForm.tsx';

/** Asks the poster about a job. It opens the conversation about it. */
export function AskForm({ jobId, person }: { jobId: string; person: string }) {
  const t = useT();
  const ask = useAsk();
  return (
    <WordsForm
      draft={`question-${jobId}`}
      jobId={jobId}
      label={t('web.conversations.askName', { name: person })}
      hint={t('web.conversations.askWhy', { name: person })}
      button={t('web.conversations.ask')}
      send={(text) => ask.mutateAsync({ jobId, text })}
    />
  );
}
