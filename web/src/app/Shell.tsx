import '../ui/css/tokens.css';
import '../ui/css/base.css';
import '../ui/css/layout.css';
import '../ui/css/fonts.css';
import '../ui/css/fonts-near.css';
import { Suspense, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { getArrival, usePathname } from '../platform/router/index.ts';
import { ContactChecks } from '../domains/identity/screens/ContactChecks.tsx';
import { DeviceProof } from '../domains/identity/screens/DeviceProof.tsx';
import { useBackgroundParts } from '../platform/background/index.ts';
import { useOnline } from '../platform/offline/index.ts';
import { lazyScreen, useT } from '../platform/i18n/index.ts';
import { useSession } from '../platform/session/index.ts';
import { NeedsInternet, Preferences, Screen, Skeleton, ToastRegion } from '../ui/index.ts';
import { Dock } from './Dock.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

const OtherUser = lazyScreen([], () => import('./OtherUser.tsx'));

/** Header, the screen, footer, phone bar. Until the session is known there is only the header. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useT();
  const { status, user, isReplaced } = useSession();
  const isActive = status === 'user' && !user?.suspension;
  const background = useBackgroundParts();
  useScrollToTop();
  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Header />
      {background && <background.Strip />}
      {status !== 'starting' && (
        <>
          {isActive && <ContactChecks />}
          {status === 'user' && <DeviceProof />}
          {isReplaced && (
            <Suspense>
              <OtherUser />
            </Suspense>
          )}
          <Suspense fallback={<PendingScreen />}>{children}</Suspense>
          <Footer preferences={<Preferences />} />
          {isActive && <Dock />}
        </>
      )}
      <ToastRegion />
    </>
  );
}

function PendingScreen() {
  const t = useT();
  if (!useOnline())
    return (
      <Screen title={t('ui.needsInternet')} data={null}>
        <NeedsInternet />
      </Screen>
    );
  return (
    <main className="main wrap" id="main">
      <Skeleton />
    </main>
  );
}

/** A new screen starts at its top; going back keeps the scroll position. */
function useScrollToTop(): void {
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname && getArrival() === 'link') window.scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname]);
}
