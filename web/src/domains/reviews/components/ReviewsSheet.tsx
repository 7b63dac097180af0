import '../reviews.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { LoadError, LoadMore, Sheet, Skeleton } from '../../../ui/index.ts';
import { reviewPages } from '../api.ts';
import { ReviewText } from './ReviewText.tsx';

type Props = { person: { id: number; firstName: string } };

/** The open reviews of a person that count, newest first. */
export default function ReviewsSheet({ person }: Props) {
  const t = useT();
  const ownId = useUser().id;
  const list = useInfiniteQuery(reviewPages(person.id));
  const reviews = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Sheet title={t('web.reviews.of', { name: person.firstName })}>
      {list.isPending && <Skeleton />}
      {list.error && !list.data && <LoadError error={list.error} onRetry={list.refetch} />}
      {list.data && reviews.length === 0 && <p className="mut">{t('web.reviews.none')}</p>}
      <ul className="rv-list">
        {reviews.map((review) => (
          <li key={review.id ?? `${review.byUserId}-${review.writtenAt}`}>
            <ReviewText
              review={review}
              heading={review.by}
              answeredBy={person.firstName}
              isOwn={review.byUserId === ownId}
            />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </Sheet>
  );
}
