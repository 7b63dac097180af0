import { Suspense, useState } from 'react';
import { lazyScreen } from '../../../platform/i18n/index.ts';
import { mayOfferPush } from '../pushOffer.ts';

const PushOfferNote = lazyScreen<{ onClose: () => void }>(
  ['notifications'],
  () => import('./PushOfferNote.tsx'),
);

/**
 * Offers push to somebody who waits for news, such as of a quote. Place it below what they came for: it is loaded late, and
 * seldom shown.
 */
export function PushOffer() {
  const [isOpen, setOpen] = useState(mayOfferPush);
  return (
    isOpen && (
      <Suspense>
        <PushOfferNote onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
