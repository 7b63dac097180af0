import type { ComponentProps } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { useOnline } from '../platform/offline/index.ts';
import { Button } from './Button.tsx';

type Props = Pick<ComponentProps<typeof Button>, 'form' | 'block' | 'busy' | 'busyText' | 'children'>;

/** Sends a form; without a network it says that it needs one. */
export function SubmitButton({ children, ...rest }: Props) {
  const t = useT();
  const online = useOnline();
  return (
    <Button type="submit" variant="primary" disabled={!online} {...rest}>
      {online ? children : t('ui.needsInternet')}
    </Button>
  );
}
