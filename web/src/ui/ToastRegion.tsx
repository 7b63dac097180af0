import './css/toast.css';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { dismissToast, useToasts } from '../platform/toasts/index.ts';
import type { Toast } from '../platform/toasts/index.ts';
import { IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** Mounted once, in the shell. */
export function ToastRegion() {
  const t = useT();
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;

  // Show the popover again for each toast, so that it is above a dialog opened in the meantime.
  useEffect(() => {
    region.current?.hidePopover();
    if (newest !== undefined) region.current?.showPopover();
  }, [newest]);

  return (
    <section ref={region} popover="manual" className="toasts" aria-label={t('ui.messages')}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useT();
  const [isPaused, setIsPaused] = useState(false);
  const failed = toast.tone === 'error';

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [isPaused, toast]);

  return (
    <div
      className={failed ? 'toast no' : 'toast ok'}
      role={failed ? 'alert' : 'status'}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon name={failed ? 'alert' : 'check'} />
      <p>{toast.text}</p>
      <IconButton icon="x" label={t('ui.close')} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
