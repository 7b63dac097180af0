import { useState } from 'react';
import type { OpenQuestion } from '@fws/contract/conversations/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Tick } from '../../../ui/index.ts';
import { useAnswer } from '../api.ts';
import { WordsForm } from './WordsForm.tsx';

/** The poster answers the one who asked, or everybody who may read the job. */
export function AnswerForm({ question }: { question: OpenQuestion }) {
  const t = useT();
  const answer = useAnswer();
  const [isPublic, setIsPublic] = useState(false);
  const { jobId, questionId, person } = question;
  return (
    <WordsForm
      draft={`answer-${questionId}`}
      jobId={String(jobId)}
      label={t('web.conversations.answerTo', { name: person?.name ?? '' })}
      button={t('web.conversations.answer')}
      send={(text) =>
        answer.mutateAsync({ questionId: String(questionId), text, isPublic: isPublic ? 'yes' : 'no' })
      }
    >
      <Tick
        checked={isPublic}
        onChange={(event) => setIsPublic(event.target.checked)}
        detail={t('web.conversations.forAllWhy')}
      >
        {t('web.conversations.forAll')}
      </Tick>
    </WordsForm>
  );
}
