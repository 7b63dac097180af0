import type { Completion } from '@fws/contract/contracts/schemas';
import { formatDate, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Photos } from '../../../ui/Photos.tsx';

type Props = { completions: readonly Completion[]; workerName: string };

/** What the worker said and showed when the work was done. What was said before a change is folded away. */
export function Completions({ completions, workerName }: Props) {
  const t = useT();
  const [newest, ...earlier] = completions;
  if (!newest || !hasContent(completions)) return null;
  return (
    <div className="con-done">
      <CompletionText completion={newest} workerName={workerName} small />
      {earlier.some(isTold) && (
        <details>
          <summary>{t('web.contracts.completion.earlier', { count: earlier.filter(isTold).length })}</summary>
          {earlier.filter(isTold).map((completion) => (
            <CompletionText
              key={completion.round}
              completion={completion}
              workerName={workerName}
              small
              dated
            />
          ))}
        </details>
      )}
    </div>
  );
}

type TextProps = { completion: Completion; workerName: string; small?: boolean; dated?: boolean };

/** One completion: photos, then the note. */
export function CompletionText({ completion, workerName, small = false, dated = false }: TextProps) {
  const t = useT();
  const { note, photos, at } = completion;
  return (
    <div className="con-told">
      {dated && (
        <p className="mut tab-num">
          {t('web.contracts.completion.at', { date: formatDate(t, at), time: formatTime(t, at) })}
        </p>
      )}
      <Photos photos={photos} small={small} />
      {note !== '' && (
        <p className="con-note">
          <b className="strong">{t('web.contracts.completion.by', { name: workerName })}</b> {note}
        </p>
      )}
    </div>
  );
}

/** Clients of the specification complete work without a word. */
const isTold = ({ note, photos }: Completion): boolean => note !== '' || photos.length > 0;
const hasContent = (completions: readonly Completion[]): boolean => completions.some(isTold);
