import { REVIEW_PARTS } from '@fws/contract/reviews/model';
import type { Review } from '@fws/contract/reviews/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Avatar, Name, Rating } from '../../../ui/index.ts';
import { MaskedWords } from '../../../ui/MaskedText.tsx';
import { Photos } from '../../../ui/Photos.tsx';
import { ReportButton } from '../../safety/index.ts';

type Props = {
  review: Review;
  /** "Imran S.", or "You about Meera". */
  heading: string;
  /** Whom it is about. */
  answeredBy: string;
  /** The reader's, who does not report it. */
  isOwn: boolean;
};

/** One review: stars, words, photos and the reply. */
export function ReviewText({ review, heading, answeredBy, isOwn }: Props) {
  const t = useT();
  const { stars, parts, text, photos, reply, openedAt, writtenAt } = review;
  const given = REVIEW_PARTS.filter((part) => parts[part] !== null);
  return (
    <article className="rv">
      <div className="who">
        <Avatar name={review.by} photo="" size="s" />
        <div>
          <b>
            <Name>{heading}</Name>
          </b>
          <div className="t2">
            <Rating value={stars} />
          </div>
        </div>
      </div>
      {given.length > 0 && (
        <p className="t2 mut">
          {given
            .map((part) =>
              t('web.reviews.partStars', { part: t(`web.reviews.part.${part}`), stars: parts[part] ?? 0 }),
            )
            .join(' · ')}
        </p>
      )}
      {text !== '' && (
        <p className="rv-text">
          <MaskedWords text={text} />
        </p>
      )}
      <Photos photos={photos} small />
      <p className="t2 mut">{formatDate(t, openedAt ?? writtenAt)}</p>
      {reply && (
        <div className="rv-reply">
          <b>{t('web.reviews.replyBy', { name: answeredBy })}</b>
          <p className="rv-text">
            <MaskedWords text={reply.text} />
          </p>
        </div>
      )}
      {!isOwn && review.id !== null && (
        <ReportButton
          small
          subject={{ type: 'review', id: review.id }}
          name={t('web.reviews.byName', { name: review.by })}
        />
      )}
    </article>
  );
}
