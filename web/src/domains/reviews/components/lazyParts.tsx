import { Suspense } from 'react';
import { lazyScreen } from '../../../platform/i18n/index.ts';

const ReviewsSheet = lazyScreen(['reviews', 'photos', 'safety'], () => import('./ReviewsSheet.tsx'));

/** What was written about a person. It stands low on their page, so its code is loaded late. */
export function PersonReviews({ person }: { person: { id: number; firstName: string } }) {
  return (
    <Suspense>
      <ReviewsSheet person={person} />
    </Suspense>
  );
}
