import { QUESTIONS_SHOWN } from '@fws/contract/conversations/model';
import { POINTS_PER_STAR } from '@fws/contract/reviews/model';
import { toIstDate } from '@fws/contract/platform/dates';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { RADII } from '@fws/contract/profile/model';
import { buildWorkerSlug, REVIEWS_SHOWN, SITE_FEW, toSlug } from '@fws/contract/site/model';
import type {
  PublicJob,
  PublicJobAddress,
  PublicJobs,
  PublicWorker,
  SiteCategory,
  SiteCity,
  SiteJobCard,
  SitePicture,
} from '@fws/contract/site/schemas';
import {
  FILTER_VERSION,
  hideContactData,
  hideLastName,
  removeInvisible,
} from '../../platform/contact-filter/index.ts';
import { loadPageByTime, type PageRequest } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import { translatePlace } from '../../platform/place-names.ts';
import { formatShortName } from '../../platform/short-name.ts';
import { loadPublicQuestions } from '../conversations/index.ts';
import { findPosterRecord, readBudget } from '../jobs/index.ts';
import { calculateAverageRating } from '../profile/index.ts';
import {
  findJobSubject,
  findPublicJob,
  findPublicJobTitle,
  listCategories,
  listCities,
  listPictures,
  listPublicJobs,
  listUsedCategories,
  type CategoryRow,
  type JobCardRow,
} from './store.ts';
import {
  findPublicWorker,
  isWorkerWithheld,
  listReviewPhotos,
  listReviews,
  listWorkerCategories,
} from './worker/store.ts';

type SiteDeps = Pick<Deps, 'db' | 'ports'>;

const CITIES_SHOWN = 200;

export const buildPictureUrl = (photoId: string): string => `/pictures/${photoId}.jpg`;

const toPicture = (photo: { id: string; width: number; height: number }): SitePicture => ({
  url: buildPictureUrl(photo.id),
  width: photo.width,
  height: photo.height,
});

/** Every text that somebody typed passes through here before everybody may read it. */
const toPublicText = (text: string, lastName: string): string =>
  hideLastName(hideContactData(text), lastName);

type JobTexts = Pick<JobCardRow, 'filter_version' | 'poster_last_name'>;

/** A text of a job, which is stored without contact data, unless no filter of today has read it yet. */
const toPublicJobText = (row: JobTexts, text: string): string =>
  row.filter_version === FILTER_VERSION
    ? hideLastName(removeInvisible(text), row.poster_last_name)
    : toPublicText(text, row.poster_last_name);

const buildCategorySlug = ({ id, name }: { id: number; name: string }): string => toSlug(name) || String(id);

class Categories {
  readonly #byId: ReadonlyMap<number, SiteCategory>;
  readonly #idBySlug: ReadonlyMap<string, number>;

  constructor(rows: readonly CategoryRow[]) {
    const entries = rows.map((row) => [row.id, buildCategorySlug(row), row] as const);
    this.#byId = new Map(
      entries.map(([id, slug, { name, name_hi: nameHi }]) => [id, { slug, name, nameHi }]),
    );
    this.#idBySlug = new Map(entries.map(([id, slug]) => [slug, id]));
  }

  get(id: number): SiteCategory {
    const category = this.#byId.get(id);
    if (!category) throw new Error(`no category ${id}`);
    return category;
  }

  findId = (slug: string): number | undefined => this.#idBySlug.get(slug.toLowerCase());
}

export const loadCategories = async (deps: SiteDeps) => new Categories(await listCategories(deps.db));

async function findCity({ ports }: SiteDeps, slug: string, locale: Locale): Promise<SiteCity | null> {
  const city = slug === '' ? null : await ports.places.findCity(slug);
  if (!city) return null;
  const { name, state } = city;
  return { slug: city.slug, name: translatePlace(name, locale), state: translatePlace(state, locale) };
}

/** The title and the category make an address that a person can read. */
export const buildJobSlug = (row: JobTexts & Pick<JobCardRow, 'title'>, category: string): string =>
  toSlug(toPublicJobText(row, row.title)) || category;

function toCard(row: JobCardRow, categories: Categories, locale: Locale): SiteJobCard {
  const category = categories.get(row.category_id);
  const { cover_id: coverId, cover_width: width, cover_height: height } = row;
  return {
    number: String(row.number),
    slug: buildJobSlug(row, category.slug),
    title: toPublicJobText(row, row.title),
    place: translatePlace(row.public_place ?? '', locale),
    category,
    budget: readBudget(row),
    paymentTerm: row.payment_term,
    postedAt: row.posted_at.toISOString(),
    closesOn: row.closes_on,
    quotesReceived: row.quotes_received,
    verified: row.verified_at !== null,
    cover:
      coverId === null || width === null || height === null
        ? null
        : toPicture({ id: coverId, width, height }),
  };
}

export async function readPublicJob(
  deps: SiteDeps,
  number: number,
  locale: Locale,
): Promise<Outcome<PublicJob>> {
  const today = toIstDate(deps.ports.clock.now());
  const [row, categories] = await Promise.all([findPublicJob(deps.db, number, today), loadCategories(deps)]);
  if (!row) return readClosedJob(deps, number, categories, locale);
  const [photos, poster, questions, city] = await Promise.all([
    row.cover_id === null ? [] : listPictures(deps.db, 'job', row.id),
    findPosterRecord(deps.db, row.poster_id),
    loadPublicQuestions(deps.db, row.id, QUESTIONS_SHOWN),
    findCity(deps, row.city ?? '', locale),
  ]);
  const job = {
    ...toCard(row, categories, locale),
    id: row.id,
    description: toPublicJobText(row, row.description),
    skills: row.skills.map((skill) => toPublicJobText(row, skill)),
    takeWorkOn: row.take_work_on,
    photos: photos.map(toPicture),
    poster,
    questions,
    unlisted: row.unlisted,
  };
  return done({ job, city, category: job.category, similar: [] });
}

/** Only the number was on a public page, so an id does not tell that there was a job. */
export async function readJobAddress(deps: SiteDeps, jobId: number): Promise<Outcome<PublicJobAddress>> {
  const row = await findPublicJobTitle(deps.db, jobId, toIstDate(deps.ports.clock.now()));
  if (!row) return refuse('not_found', 'jobs.not_found');
  const category = buildCategorySlug({ id: row.category_id, name: row.category_name });
  return done({ number: String(row.number), slug: buildJobSlug(row, category) });
}

async function readClosedJob(
  deps: SiteDeps,
  number: number,
  categories: Categories,
  locale: Locale,
): Promise<Outcome<PublicJob>> {
  const subject = await findJobSubject(deps.db, number);
  if (!subject) return refuse('not_found', 'jobs.not_found');
  const { category_id: categoryId, city } = subject;
  const today = toIstDate(deps.ports.clock.now());
  const find = (place: string | null) =>
    listPublicJobs(deps.db, { today, city: place, categoryId, after: null, limit: SITE_FEW });
  const near = city ? await find(city) : [];
  const similar = near.length > 0 ? near : await find(null);
  return done({
    job: null,
    city: await findCity(deps, city ?? '', locale),
    category: categories.get(categoryId),
    similar: similar.slice(0, SITE_FEW).map((row) => toCard(row, categories, locale)),
  });
}

export async function listJobsForAll(
  deps: SiteDeps,
  params: PageRequest & { city: string; category: string },
  locale: Locale,
): Promise<Outcome<PublicJobs>> {
  const categories = await loadCategories(deps);
  const city = await findCity(deps, params.city, locale);
  const categoryId = params.category === '' ? null : categories.findId(params.category);
  if ((params.city !== '' && !city) || categoryId === undefined)
    return refuse('not_found', 'common.not_found');
  const today = toIstDate(deps.ports.clock.now());
  const filter = { today, city: city?.slug ?? null, categoryId, limit: params.limit };
  const page = await loadPageByTime(
    params,
    (after) => listPublicJobs(deps.db, { ...filter, after }),
    (row) => [row.posted_at, row.id],
  );
  if (!page.ok) return page;
  const [used, cities] = await Promise.all([
    listUsedCategories(deps.db, filter.city),
    city ? [] : listCities(deps.db, CITIES_SHOWN),
  ]);
  const named = await Promise.all(cities.map((slug) => findCity(deps, slug, locale)));
  return done({
    city,
    category: categoryId === null ? null : categories.get(categoryId),
    items: page.value.rows.map((row) => toCard(row, categories, locale)),
    nextCursor: page.value.nextCursor,
    categories: used.map((id) => categories.get(id)),
    cities: named.filter((each) => each !== null),
  });
}

const toMonth = (at: Date): string => toIstDate(at).slice(0, 'yyyy-mm'.length);

export async function readPublicWorker(
  deps: SiteDeps,
  id: number,
  locale: Locale,
): Promise<Outcome<PublicWorker>> {
  const row = await findPublicWorker(deps.db, id);
  if (!row)
    return (await isWorkerWithheld(deps.db, id))
      ? refuse('gone', 'connections.not_available')
      : refuse('not_found', 'connections.not_found');
  const [categories, own, photos, reviews, located] = await Promise.all([
    loadCategories(deps),
    listWorkerCategories(deps.db, id),
    listPictures(deps.db, 'portfolio', id),
    listReviews(deps.db, id, REVIEWS_SHOWN),
    deps.ports.places.locate(row.location),
  ]);
  const reviewPhotos = await listReviewPhotos(
    deps.db,
    reviews.flatMap((review) => review.attachment_id ?? []),
  );
  return done({
    id,
    slug: buildWorkerSlug({ id, firstName: row.first_name }),
    name: formatShortName(row.first_name, row.last_name),
    firstName: row.first_name,
    verified: row.identity_state === 'verified',
    memberSince: toMonth(row.created_at),
    about: toPublicText(row.about, row.last_name),
    skills: row.skills.map((skill) => toPublicText(skill, row.last_name)),
    categories: own.map((categoryId) => categories.get(categoryId)),
    place: located ? translatePlace(located.city.name, locale) : '',
    city: located ? await findCity(deps, located.city.slug, locale) : null,
    radius: RADII.find((radius) => radius === row.radius) ?? null,
    rating: calculateAverageRating(row.rating_sum, row.rating_count),
    ratings: row.rating_count,
    jobsCompleted: row.completed_projects,
    jobsAwarded: row.jobs_awarded,
    photos: photos.map(toPicture),
    reviews: reviews.map((review) => ({
      id: review.public_id,
      by: formatShortName(review.first_name, review.last_name),
      stars: review.points / POINTS_PER_STAR,
      text: hideLastName(toPublicText(review.comment, row.last_name), review.last_name),
      photos: reviewPhotos
        .filter((photo) => photo.attachment_id === review.attachment_id)
        .map((photo) => toPicture(photo)),
      reply: hideLastName(toPublicText(review.reply, row.last_name), review.last_name),
      month: toMonth(review.shown_at),
      category: categories.get(review.category_id),
    })),
  });
}
