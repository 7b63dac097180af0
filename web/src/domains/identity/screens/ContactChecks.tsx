import { Suspense } from 'react';
import { later } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { dueCheck, useVisit } from '../contactChecks.ts';

const ContactDialogs = later(['identity'], () => import('../components/ContactDialogs.tsx'));

/** On every screen: asks a signed-in user for the codes of contacts that are not verified yet. */
export function ContactChecks() {
  const due = dueCheck(useUser(), useVisit());
  return <Suspense>{due !== null && <ContactDialogs />}</Suspense>;
}
