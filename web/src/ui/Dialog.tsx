import './css/dialog.css';
import { useId, useLayoutEffect, useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';

type Props = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, pinned at the bottom. A submit button here needs `form="<form id>"`. */
  footer?: ReactNode;
  /** Fills the screen on phones: for forms longer than 60 % of it. */
  full?: boolean;
  wide?: boolean;
  /** Only its buttons close it, not a click outside: for forms with input to lose. */
  persistent?: boolean;
  /** Which step of several is shown. Each step starts at its top. */
  step?: string | number | undefined;
};

/** Modal while mounted: `{open && <Dialog …>}`. Traps focus, closes on Escape, returns focus. */
export function Dialog({ title, onClose, children, footer, full, wide, persistent, step }: Props) {
  const t = useT();
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // A layout effect, because its clean-up runs while the element is still mounted and can return focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  // By default the browser focuses the close button.
  useLayoutEffect(() => {
    ref.current?.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs for each step, although nothing here reads it
  }, [step]);

  function closeFromBackdrop(event: MouseEvent) {
    if (!persistent && event.target === ref.current) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard's way
    <dialog
      ref={ref}
      className={cx('dialog', full && 'is-full', wide && 'is-wide')}
      aria-labelledby={titleId}
      onClick={closeFromBackdrop}
      onCancel={(event) => {
        // A file input's own cancel event bubbles up to here.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dg">
        <div className="dg-h">
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <IconButton icon="x" label={t('ui.close')} onClick={onClose} />
        </div>
        <div className="dg-b">{children}</div>
        {footer && <div className="dg-f">{footer}</div>}
      </div>
    </dialog>
  );
}
