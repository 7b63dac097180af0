import { useState, type FormEvent } from 'react';
import { REVIEW_PARTS, REVIEW_TEXT_MAX, type ReviewPart } from '@fws/contract/reviews/model';
import type { JobReviews } from '@fws/contract/reviews/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { usePhotos } from '../../../platform/photos/usePhotos.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import {
  ButtonLink,
  ButtonRow,
  Field,
  FieldGroup,
  Note,
  Person,
  Sheet,
  SubmitButton,
  TextArea,
} from '../../../ui/index.ts';
import { DraftNote } from '../../../ui/DraftNote.tsx';
import { PhotosField } from '../../../ui/PhotosField.tsx';
import { useWriteReview } from '../api.ts';
import { Stars, toStarCount } from '../components/Stars.tsx';

type Values = { rating: number; text: string } & Record<ReviewPart, number>;

/** 0: none is chosen. */
const toValues = ({ own }: JobReviews): Values => ({
  rating: own ? Math.round(own.stars) : 0,
  text: own?.text ?? '',
  quality: own?.parts.quality ?? 0,
  onTime: own?.parts.onTime ?? 0,
  asAgreed: own?.parts.asAgreed ?? 0,
  manner: own?.parts.manner ?? 0,
});

/** One’s own review of the other side, until it opens. What is typed stays until it is sent. */
export function ReviewForm({ reviews }: { reviews: JobReviews }) {
  const t = useT();
  const form = useReviewForm(reviews);
  const { values, change, photos, wasSent, problem } = form;
  const { other, side, jobId, own } = reviews;
  const isTooLong = values.text.trim().length > REVIEW_TEXT_MAX;
  const fields = problem instanceof CallError ? problem.fields : {};
  return (
    <Sheet>
      <Person name={other.name} photo={other.image} verified={other.verified}>
        <p className="t2 mut">{t(side === 'poster' ? 'web.reviews.didJob' : 'web.reviews.postedJob')}</p>
      </Person>
      {own && <Note tone="info">{t('web.reviews.canChange')}</Note>}
      {problem && Object.keys(fields).length === 0 && (
        <Note tone="bad" role="alert">
          {problem.message}
        </Note>
      )}
      <form className="rv-form" onSubmit={form.submit} noValidate>
        <FieldGroup
          id="review-stars"
          label={t('web.reviews.yourStars')}
          error={wasSent && values.rating === 0 ? t('reviews.rating_required') : fields['rating']}
        >
          <Stars value={toStarCount(values.rating)} onChange={(rating) => change({ rating })} />
        </FieldGroup>
        <Field
          id="review-text"
          label={t('web.reviews.words')}
          hint={t('web.reviews.public')}
          error={isTooLong ? t('common.too_long', { maximum: REVIEW_TEXT_MAX }) : fields['text']}
          optional
        >
          <TextArea
            rows={4}
            value={values.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        </Field>
        <details className="rv-more">
          <summary>{t('web.reviews.more')}</summary>
          {REVIEW_PARTS.map((part) => (
            <FieldGroup key={part} id={`review-${part}`} label={t(`web.reviews.part.${part}`)}>
              <Stars
                small
                value={toStarCount(values[part])}
                onChange={(stars) => change({ [part]: stars })}
              />
            </FieldGroup>
          ))}
          <PhotosField
            id="review-photos"
            label={t('web.reviews.photos')}
            hint={t('web.reviews.public')}
            photos={photos}
          />
        </details>
        <ButtonRow>
          <SubmitButton
            busy={form.isSending}
            busyText={t(photos.sending ? 'web.photos.busy' : 'web.reviews.sending')}
          >
            {t(own ? 'web.reviews.change' : 'web.reviews.send')}
          </SubmitButton>
          <ButtonLink to={side === 'poster' ? paths.awardedJob(jobId) : paths.myJob(jobId)}>
            {t('web.reviews.later')}
          </ButtonLink>
        </ButtonRow>
        <DraftNote kept={form.isDrafted} discard={form.forget} />
      </form>
    </Sheet>
  );
}

function useReviewForm(reviews: JobReviews) {
  const t = useT();
  const userId = useUser().id;
  const write = useWriteReview();
  const { jobId } = reviews;
  const [stores] = useState(() => ({
    form: openDraft(userId, `review:${jobId}`),
    photos: openDraft(userId, `review-photos:${jobId}`),
  }));
  const [values, setValues] = useState(() => restoreDraft(stores.form, toValues(reviews)));
  const [isDrafted, setDrafted] = useState(() => stores.form.load() !== null);
  const photos = usePhotos(stores.photos, reviews.own?.photos);
  const [wasSent, setWasSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);

  function change(changed: Partial<Values>): void {
    const next = { ...values, ...changed };
    setValues(next);
    stores.form.save(next);
    setDrafted(true);
    setProblem(null);
  }

  function forget(): void {
    stores.form.remove();
    stores.photos.remove();
    photos.replace(reviews.own?.photos ?? []);
    setValues(toValues(reviews));
    setDrafted(false);
  }

  async function send(): Promise<void> {
    setWasSent(true);
    setProblem(null);
    if (values.rating === 0 || values.text.trim().length > REVIEW_TEXT_MAX) {
      document
        .querySelector<HTMLElement>(values.rating === 0 ? '#review-stars input' : '#review-text')
        ?.focus();
      return;
    }
    setSending(true);
    try {
      const photoIds = await photos.settle();
      if (photoIds === null) return;
      const { rating, text, ...stars } = values;
      const toPart = (part: ReviewPart) => stars[part] || null;
      const parts = {
        quality: toPart('quality'),
        onTime: toPart('onTime'),
        asAgreed: toPart('asAgreed'),
        manner: toPart('manner'),
      };
      await write.mutateAsync({ jobId, rating, parts, text, photoIds });
      stores.form.remove();
      stores.photos.remove();
      setDrafted(false);
      toast.success(t('reviews.sent'));
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(t('common.something_wrong')));
      photos.setError(error instanceof CallError ? error.fields['photoIds'] : undefined);
    } finally {
      setSending(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isSending) void send();
  }

  return { values, change, photos, wasSent, isSending, problem, submit, forget, isDrafted };
}
