import '../snapshot.css';
import type { ReactNode } from 'react';
import type { TextName } from '@fws/contract/safety/model';
import { useT } from '../../../platform/i18n/index.ts';

type SnapshotText = { name: TextName; text: string };
type Props = {
  /** Above the texts: what copy it is. */
  title: ReactNode;
  texts: readonly SnapshotText[];
  /** For parts of it that are marked. */
  renderText?: (text: SnapshotText) => ReactNode;
};

/** A copy of what was reported. It looks like paper, and cannot be edited. */
export function SnapshotTexts({ title, texts, renderText }: Props) {
  const t = useT();
  return (
    <div className="snap">
      <p className="t2 mut">{title}</p>
      <dl>
        {texts.map((each) => (
          <div key={each.name}>
            <dt>{t(`safety.text_${each.name}`)}</dt>
            <dd>{renderText ? renderText(each) : each.text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
