import { useEffect, useRef } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { Icon } from './Icon.tsx';

export type FieldProblem = { id: string; text: string };

type Props = {
  /** What is wrong now. A corrected field is no longer in the list. */
  problems: readonly FieldProblem[];
  /** How often the form was submitted. The summary takes focus when a further submit finds problems. */
  submitCount: number;
};

/** On top of a form after a failed submit. */
export function ErrorSummary({ problems, submitCount }: Props) {
  const t = useT();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submitCount > 0) ref.current?.focus();
  }, [submitCount]);
  if (problems.length === 0) return null;
  return (
    <div ref={ref} className="note bad error-summary" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        <b>{t('ui.checkFields', { count: problems.length })}</b>
        <ul>
          {problems.map((problem) => (
            <li key={problem.id}>
              <a
                href={`#${problem.id}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(problem.id)?.focus();
                }}
              >
                {problem.text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
