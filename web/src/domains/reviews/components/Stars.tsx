import { useId } from 'react';
import { useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';

const STARS = [1, 2, 3, 4, 5] as const;
export type StarCount = (typeof STARS)[number];

const WORDS: Record<StarCount, MessageId> = {
  1: 'web.reviews.stars.bad',
  2: 'web.reviews.stars.poor',
  3: 'web.reviews.stars.fair',
  4: 'web.reviews.stars.good',
  5: 'web.reviews.stars.veryGood',
};

/** 0: none is chosen. */
export const toStarCount = (count: number): StarCount | null =>
  STARS.find((stars) => stars === count) ?? null;

type Props = {
  /** For a part of a review. */
  small?: boolean;
  /** Null until one is tapped. */
  value: StarCount | null;
  onChange: (stars: StarCount) => void;
};

/** Five stars to tap, with their meaning in words below. Put it in a FieldGroup. */
export function Stars({ value, onChange, small = false }: Props) {
  const t = useT();
  const name = useId();
  return (
    <>
      <div className={small ? 'stars small' : 'stars'}>
        {STARS.map((stars) => (
          <label key={stars} className={value !== null && stars <= value ? 'on' : undefined}>
            <input
              type="radio"
              name={name}
              checked={stars === value}
              aria-label={t('web.reviews.starsOf', { stars })}
              onChange={() => onChange(stars)}
            />
            <Icon name="star" />
          </label>
        ))}
      </div>
      <p className="stars-word" role="status">
        {value !== null && t('web.reviews.starsChosen', { stars: value, word: t(WORDS[value]) })}
      </p>
    </>
  );
}
