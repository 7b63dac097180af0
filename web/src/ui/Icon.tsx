import './css/icon.css';
import { cx } from './cx.ts';
import type { IconName } from './iconNames.ts';
import sprite from './icons.svg?no-inline';

export type { IconName } from './iconNames.ts';
type Props = { name: IconName; size?: 'sm' | 'md' | 'lg' };

/** Always decorative: the text beside it, or the button's label, carries the meaning. */
export function Icon({ name, size }: Props) {
  return (
    <svg className={cx('ic', size)} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${sprite}#i-${name}`} />
    </svg>
  );
}
