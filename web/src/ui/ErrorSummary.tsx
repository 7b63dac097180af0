import { useEffect, useRef } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { Icon } from './Icon.tsx';

export type FieldProblem = { id: string; text: string };

/** On top of a form after a failed submit. Takes focus each time `problems` is a new, filled list. */
export function ErrorSummary({ problems }: { problems: readonly FieldProblem[] }) {
  const t = useT();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.length > 0) ref.current?.focus();
  }, [problems]);
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
