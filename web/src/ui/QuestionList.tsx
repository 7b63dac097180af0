import './css/questions.css';
import type { ReactNode } from 'react';

type Props = { children: ReactNode };

/** Questions about a job with their answers. */
export const QuestionList = ({ children }: Props) => <ul className="qa">{children}</ul>;

type QuestionProps = {
  question: ReactNode;
  /** When it was asked, and who sees it. */
  note?: ReactNode;
  answer?: ReactNode;
  /** When it was answered. */
  answeredAt?: string;
  children?: ReactNode;
};

export function Question({ question, note, answer, answeredAt, children }: QuestionProps) {
  return (
    <li>
      <p className="qa-text">
        <b className="strong">{question}</b>
      </p>
      {note !== undefined && <small>{note}</small>}
      {answer !== undefined && (
        <div className="qa-answer">
          <p className="qa-text">{answer}</p>
          <small>{answeredAt}</small>
        </div>
      )}
      {children}
    </li>
  );
}
