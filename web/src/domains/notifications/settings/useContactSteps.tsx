import { Suspense, useEffect, useRef, useState } from 'react';
import { useUser } from '../../../platform/session/index.ts';
import { ContactDialog, resumeCheck } from '../../identity/index.ts';
import { reloadSettings } from './settingsApi.ts';

/** Verifying and changing the mobile number and the e-mail, in the dialogs of the profile. */
export function useContactSteps() {
  const [changing, setChanging] = useState<'mobile' | 'email'>();
  useReloadWithContacts();
  return {
    verify: resumeCheck,
    change: setChanging,
    dialog: changing && (
      <Suspense>
        <ContactDialog channel={changing} onClose={() => setChanging(undefined)} />
      </Suspense>
    ),
  };
}

/** The settings name the contacts. */
function useReloadWithContacts(): void {
  const { mobile, mobileVerified, email, emailVerified } = useUser();
  const contacts = [mobile, mobileVerified, email, emailVerified].join(' ');
  const loaded = useRef(contacts);
  useEffect(() => {
    if (loaded.current === contacts) return;
    loaded.current = contacts;
    void reloadSettings();
  }, [contacts]);
}
