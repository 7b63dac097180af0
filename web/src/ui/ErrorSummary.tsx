import './css/inbox.css';
import './css/field.css';
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

/** A field inside a closed part of the page is shown first: what is hidden takes no focus. */
function focusField(id: string): void {
  const field = document.getElementById(id);
  const fold = field?.closest('details');
  if (fold) fold.open = true;
  field?.focus();
}

const isFolded = ({ id }: FieldProblem): boolean =>
  document.getElementById(id)?.closest('details:not([open])') != null;

/**
 * On top of a form after a failed submit. Closed parts of the page with a problem open. Focus goes to the summary, or to
 * the field when everything that is wrong was in a closed part.
 */
export function ErrorSummary({ problems, submitCount }: Props) {
  const t = useT();
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef(problems);
  useEffect(() => {
    current.current = problems;
  });
  useEffect(() => {
    if (submitCount === 0) return;
    const folded = current.current.filter(isFolded);
    const [first] = folded;
    for (const { id } of folded) focusField(id);
    if (first && folded.length === current.current.length) focusField(first.id);
    else ref.current?.focus();
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
                  focusField(problem.id);
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
