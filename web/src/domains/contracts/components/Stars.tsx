import { useId } from 'react';
import { useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';

const STARS = [1, 2, 3, 4, 5] as const;
export type StarCount = (typeof STARS)[number];

const WORDS: Record<StarCount, MessageId> = {
  1: 'web.contracts.stars.bad',
  2: 'web.contracts.stars.poor',
  3: 'web.contracts.stars.fair',
  4: 'web.contracts.stars.good',
  5: 'web.contracts.stars.veryGood',
};

type Props = {
  /** Null until one is tapped. */
  value: StarCount | null;
  onChange: (stars: StarCount) => void;
};

/** Five stars to tap, with their meaning in words below. Put it in a FieldGroup. */
export function Stars({ value, onChange }: Props) {
  const t = useT();
  const name = useId();
  return (
    <>
      <div className="stars">
        {STARS.map((stars) => (
          <label key={stars} className={value !== null && stars <= value ? 'on' : undefined}>
            <input
              type="radio"
              name={name}
              checked={stars === value}
              aria-label={t('web.contracts.starsOf', { stars })}
              onChange={() => onChange(stars)}
            />
            <Icon name="star" />
          </label>
        ))}
      </div>
      <p className="stars-word" role="status">
        {value !== null && t('web.contracts.starsChosen', { stars: value, word: t(WORDS[value]) })}
      </p>
    </>
  );
}
