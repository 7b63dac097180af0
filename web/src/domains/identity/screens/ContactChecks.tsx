import { Suspense, useState } from 'react';
import { lazyScreen } from '../../../platform/i18n/index.ts';
import { useInteractive } from '../../../platform/interactive/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { readWelcome } from '../welcome.ts';

const ContactDialogs = lazyScreen(['identity'], () => import('../components/ContactDialogs.tsx'));

/** On every screen, under the header: asks a signed-in user for the codes of unverified contacts. */
export function ContactChecks() {
  const { id, mobileVerified, emailVerified } = useUser();
  const interactive = useInteractive();
  const verified = mobileVerified && emailVerified;
  // Stays mounted: the same dialogs show the welcome that follows the last code, also after a reload.
  const [isStarted, setStarted] = useState(() => !verified || readWelcome() === id);
  if (!verified && !isStarted) setStarted(true);
  if (!isStarted) return null;
  // Reserves the space of the strip, so that the screen does not jump when it appears.
  const placeholder = mobileVerified ? null : <div className="strip" />;
  return interactive ? (
    <Suspense fallback={placeholder}>
      <ContactDialogs />
    </Suspense>
  ) : (
    placeholder
  );
}
