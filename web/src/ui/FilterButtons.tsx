import './css/filter.css';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';

export type FilterItem = {
  key: string;
  label: ReactNode;
  icon: IconName;
  active: boolean;
  onOpen: () => void;
  /** Given when the active filter can be cleared. */
  onClear?: (() => void) | undefined;
};

type Props = { label: string; items: readonly FilterItem[]; onClearAll?: (() => void) | undefined };

/** Filters that open a dialog each and apply together. */
export function FilterButtons({ label, items, onClearAll }: Props) {
  const t = useT();
  return (
    <div className="filt" role="group" aria-label={label}>
      {items.map(({ key, label: text, icon, active, onOpen, onClear }) => (
        <span key={key} className={cx('filt-one', active && 'on')}>
          <button type="button" aria-haspopup="dialog" aria-pressed={active} onClick={onOpen}>
            <Icon name={icon} />
            {text}
          </button>
          {active && onClear && (
            <button type="button" className="filt-x" aria-label={t('ui.clearFilter')} onClick={onClear}>
              <Icon name="x" size="sm" />
            </button>
          )}
        </span>
      ))}
      {onClearAll && (
        <button type="button" className="filt-all" onClick={onClearAll}>
          {t('ui.clearAll')}
        </button>
      )}
    </div>
  );
}
