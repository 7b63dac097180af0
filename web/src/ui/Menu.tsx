import './css/menu.css';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type Props = {
  /** What the button shows. */
  trigger: ReactNode;
  triggerClass?: string;
  triggerLabel?: string;
  current?: boolean;
  /** Links and buttons; choosing one closes the menu. */
  children: ReactNode;
};

/** A menu below its button; on phones a bottom sheet. */
export function Menu({ trigger, triggerClass, triggerLabel, current, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  function positionMenu(): void {
    const box = button.current?.getBoundingClientRect();
    if (!box || !menu.current) return;
    menu.current.style.setProperty('--menu-top', `${box.bottom}px`);
    menu.current.style.setProperty('--menu-left', `${Math.min(box.left, window.innerWidth - 240)}px`);
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(triggerClass)}
        aria-label={triggerLabel}
        aria-current={current ? 'page' : undefined}
        popoverTarget={id}
        onClick={positionMenu}
      >
        {trigger}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only handles the clicks on its items */}
      <div ref={menu} id={id} popover="auto" className="menu" onClick={() => menu.current?.hidePopover()}>
        {children}
      </div>
    </>
  );
}
