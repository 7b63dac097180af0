import './css/people.css';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { Mark } from './Mark.tsx';

const tints = ['a', 'b', 'c', 'd', 'e'];

function pickTint(name: string): string {
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce(
    (total, code) => total + code,
    0,
  );
  return tints[sum % tints.length] ?? 'a';
}

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  // One grapheme each, so that Indian letters keep their vowel signs. Latin letters need no segmenter, which loads slowly.
  const getFirst = (word: string) =>
    /^[A-Za-z][ -~]*$/.test(word)
      ? word.charAt(0)
      : ([...new Intl.Segmenter().segment(word)][0]?.segment ?? '');
  return ends
    .map((word) => getFirst(word ?? ''))
    .join('')
    .toLocaleUpperCase();
}

type AvatarProps = { name: string; photo?: string | undefined; size?: 's' | 'l'; verified?: boolean };

/** A passport photo, or initials in its place. The name itself is always written beside it. */
export function Avatar({ name, photo, size, verified }: AvatarProps) {
  const t = useT();
  return (
    <span className={`avatar av-${pickTint(name)} ${size ?? ''}`}>
      {photo ? (
        <img src={photo} alt="" loading="lazy" />
      ) : (
        <span aria-hidden="true">{getInitials(name)}</span>
      )}
      {verified && <Mark label={t('ui.identityVerified')} />}
    </span>
  );
}

/** A name is not translated, and its direction changes nothing around it. */
export function Name({ children }: { children: string }) {
  return <bdi translate="no">{children}</bdi>;
}

/** Avatar, name and further details of a person. */
export function Person({ children, ...avatar }: AvatarProps & { children?: ReactNode }) {
  return (
    <div className="who">
      <Avatar {...avatar} />
      <div>
        <b>
          <Name>{avatar.name}</Name>
        </b>
        {children}
      </div>
    </div>
  );
}

const STAR = 'M12 3.6l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 17l-5.2 2.8 1-5.9L3.5 9.8l5.9-.8z';

export function Rating({ value }: { value: number }) {
  const t = useT();
  const rounded = Number(value.toFixed(1));
  return (
    <span className="rating" role="img" aria-label={t('ui.rated', { value: rounded })}>
      <svg className="st" viewBox="0 0 24 24" aria-hidden="true">
        <path d={STAR} />
      </svg>
      <b>{rounded}</b>
      <span>/5</span>
    </span>
  );
}

/** What somebody kept of their last awarded jobs. Nothing where too few count. */
export function ReliabilityLine({
  value,
}: {
  value: { kept: number; cancelled: number; late: number } | null;
}) {
  const t = useT();
  if (!value) return null;
  const { kept, cancelled, late } = value;
  const total = kept + cancelled + late;
  return (
    <span className="tab-num">
      {[
        t('ui.reliability.kept', { kept, total }),
        cancelled > 0 && t('ui.reliability.cancelled', { count: cancelled }),
        late > 0 && t('ui.reliability.late', { count: late }),
      ]
        .filter((part) => part !== false)
        .join(' · ')}
    </span>
  );
}
