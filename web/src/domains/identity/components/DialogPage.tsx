import { useSyncExternalStore, type ReactNode } from 'react';
import { useNavigate } from '../../../platform/router/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Dialog, Note } from '../../../ui/index.ts';
import { paths } from '../../../platform/router/paths.ts';

const noChange = () => () => {};

type Props = { title: string; children: ReactNode; footer?: ReactNode; step?: string };

/** A page that looks like a dialog: Login, Register. Its route puts the landing page behind it. Fills the screen on phones. */
export function DialogPage({ title, children, footer, step }: Props) {
  const t = useT();
  // The server, which renders the page too, cannot know it.
  const areCookiesBlocked = useSyncExternalStore(
    noChange,
    () => !navigator.cookieEnabled,
    () => false,
  );
  const goTo = useNavigate();
  return (
    <>
      <title>{`${title} · FWS`}</title>
      <Dialog title={title} footer={footer} full persistent step={step} onClose={() => goTo(paths.home())}>
        {areCookiesBlocked && <Note tone="bad">{t('identity.cookiesBlocked')}</Note>}
        {children}
      </Dialog>
    </>
  );
}
