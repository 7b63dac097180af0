import { sitePaths } from '@fws/contract/site/model';
import type { PublicWorker } from '@fws/contract/site/schemas';
import { formatMonth, useLocale, useT } from '../platform/i18n/index.ts';
import { paths } from '../platform/router/paths.ts';
import { Avatar, Name, Rating, RecordTable, SkillList, VerifiedMark } from '../ui/index.ts';
import { Crumbs, getName, Pictures, PlaceLine, ReportLink } from './parts.tsx';

export const useWork = ({ categories }: PublicWorker): string => {
  const locale = useLocale();
  return categories.map((category) => getName(category, locale)).join(', ');
};

/** A worker who wants to be found. */
export function WorkerPage({ worker }: { worker: PublicWorker }) {
  const t = useT();
  const locale = useLocale();
  const work = useWork(worker);
  const { city, firstName } = worker;
  const start = `${paths.register()}?${new URLSearchParams({ next: paths.postAndInvite(worker.id) }).toString()}`;
  const place = [worker.place, worker.radius && t(`site.radius.${worker.radius}`)].filter(Boolean).join(', ');
  const [first] = worker.categories;
  return (
    <main className="main wrap site-worker" id="main">
      {city && (
        <Crumbs
          items={[
            first
              ? {
                  name: t('site.categoryIn', { category: getName(first, locale), city: city.name }),
                  path: sitePaths.category(city.slug, first.slug),
                }
              : { name: t('site.jobsIn', { city: city.name }), path: sitePaths.city(city.slug) },
          ]}
        />
      )}
      <div className="cols c84">
        <div>
          <section className="sheet">
            <div className="site-head">
              <Avatar name={worker.name} size="l" verified={worker.verified} />
              <div>
                <h1>
                  <Name>{worker.name}</Name>
                </h1>
                {work !== '' && <p className="t2 mut">{work}</p>}
                {worker.rating !== null && (
                  <p className="row t2">
                    <Rating value={worker.rating} />
                    <span className="mut">{t('site.worker.from', { count: worker.ratings })}</span>
                  </p>
                )}
                {place !== '' && <PlaceLine>{place}</PlaceLine>}
              </div>
            </div>
            {worker.about !== '' && <p className="site-text site-about">{worker.about}</p>}
            {worker.skills.length > 0 && (
              <div className="site-skills">
                <SkillList skills={worker.skills} />
              </div>
            )}
            <ReportLink type="user" id={worker.id}>
              {t('site.worker.report')}
            </ReportLink>
          </section>
          {worker.photos.length > 0 && (
            <section className="sheet">
              <h2>{t('site.worker.photos')}</h2>
              <Pictures pictures={worker.photos} />
              <p className="record-note">{t('site.worker.photosWhy', { name: firstName })}</p>
            </section>
          )}
          <Reviews worker={worker} />
        </div>
        <aside className="stick">
          <section className="sheet site-quote">
            <h2>{t('site.worker.have', { name: firstName })}</h2>
            <p className="t2 mut">{t('site.worker.haveWhy', { name: firstName })}</p>
            <a className="btn primary block" href={start}>
              {t('site.worker.post')}
            </a>
          </section>
          <section className="sheet">
            <h2>{t('site.worker.record')}</h2>
            {worker.verified && (
              <p className="site-verified">
                <VerifiedMark>{t('site.worker.verified')}</VerifiedMark>
              </p>
            )}
            <RecordTable
              items={[
                {
                  label: t('site.worker.completed'),
                  value:
                    worker.jobsAwarded === 0
                      ? t('site.worker.first')
                      : t('site.worker.of', { completed: worker.jobsCompleted, awarded: worker.jobsAwarded }),
                },
                { label: t('site.worker.since'), value: formatMonth(t, `${worker.memberSince}-01`) },
              ]}
            />
            <p className="record-note">{t('site.worker.counted', { name: firstName })}</p>
          </section>
        </aside>
      </div>
      <div className="stickybar">
        <div>
          <b>
            <Name>{worker.name}</Name>
          </b>
          {work !== '' && <span className="t2 mut">{work}</span>}
        </div>
        <a className="btn primary" href={start}>
          {t('site.worker.post')}
        </a>
      </div>
    </main>
  );
}

function Reviews({ worker }: { worker: PublicWorker }) {
  const t = useT();
  const locale = useLocale();
  if (worker.reviews.length === 0) return null;
  return (
    <section className="sheet">
      <h2>{t('site.worker.reviews')}</h2>
      <ul className="site-reviews">
        {worker.reviews.map((review, index) => (
          <li key={index}>
            <b>
              <Name>{review.by}</Name>
            </b>{' '}
            <Rating value={review.stars} />
            {review.text !== '' && <p className="site-text">{review.text}</p>}
            {review.photos.length > 0 && <Pictures pictures={review.photos} />}
            <span className="t2 mut">
              {getName(review.category, locale)}, {formatMonth(t, `${review.month}-01`)}
            </span>
            {review.reply !== '' && (
              <div className="site-reply">
                <b>{t('site.worker.reply', { name: worker.firstName })}</b>
                <p className="site-text">{review.reply}</p>
              </div>
            )}
            {review.id !== null && (
              <ReportLink type="review" id={review.id}>
                {t('ui.report')}
                <span className="vh"> {t('site.worker.reportReview', { name: review.by })}</span>
              </ReportLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
