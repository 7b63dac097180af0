import { HINT_QUOTES_MIN } from '@fws/contract/prices/model';
import type { PriceHint, PriceQuestion } from '@fws/contract/prices/schemas';
import { getEndOfIstDay, toIstDate } from '@fws/contract/platform/dates';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { findCategory } from '../../platform/categories.ts';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { translatePlace } from '../../platform/place-names.ts';
import { locateJob } from '../jobs/index.ts';
import { findLinkedPairs } from '../links/index.ts';
import { LIMITS } from './limits.ts';
import { findPublication, groupLinked, SHOWN_MS, YEAR_MS, type AcceptedQuote } from './rules.ts';
import {
  findShownHint,
  listAcceptedQuotes,
  listGroups,
  listPublications,
  savePublications,
  type PriceGroup,
} from './store.ts';

/** What a category costs in the city of a location. Null where nothing is published, and where the place is in no known city. */
export async function findPriceHint(
  { db, replica, ports, config }: Deps & { replica: Deps['db'] },
  { userId, placeLocale, categoryId, ...place }: PriceQuestion & { userId: number; placeLocale: Locale },
): Promise<Outcome<PriceHint | null>> {
  const now = ports.clock.now();
  const counted = await inTx(db, (tx) =>
    countAttempt(tx, config.limits.get(LIMITS.price_hint_user), String(userId), now),
  );
  if (!counted.ok) return counted;
  const category = await findCategory(replica, categoryId);
  if (!category) return refuseField('categoryId', 'jobs.category_unknown');
  const { city: slug } = await locateJob(ports.places, place);
  const city = slug === '' ? null : await ports.places.findCity(slug);
  if (!city) return done(null);
  const shownSince = new Date(now.getTime() - SHOWN_MS);
  const hint = await findShownHint(replica, { city: slug, categoryId: category.id }, shownSince);
  if (!hint) return done(null);
  return done({
    category: { id: hint.id, name: hint.name, nameHi: hint.name_hi },
    city: translatePlace(city.name, placeLocale),
    lowPaise: hint.low_paise,
    middlePaise: hint.middle_paise,
    highPaise: hint.high_paise,
    quotesFrom: hint.quotes_from,
    until: toIstDate(new Date(hint.counted_until.getTime() - 1)),
  });
}

const GROUPS_AT_ONCE = 20;

/** Task, every night: publishes what the quotes that were funded before today cost, where enough of them are new. */
export async function publishPrices({ db, ports }: Pick<Deps, 'db' | 'ports'>): Promise<void> {
  const now = ports.clock.now();
  // The beginning of the day in India: no transaction of a day before is still under way.
  const until = new Date(getEndOfIstDay(toIstDate(now)).getTime() + 1 - 24 * 3600_000);
  let groups: PriceGroup[];
  let after: PriceGroup = { city: '', categoryId: 0 };
  do {
    groups = await listGroups(db, after, { jobsMin: HINT_QUOTES_MIN, limit: GROUPS_AT_ONCE });
    const [first, last] = [groups[0], groups.at(-1)];
    if (!first || !last) return;
    await publishGroups(db, groups, { first, last, until, since: new Date(until.getTime() - YEAR_MS) });
    after = last;
  } while (groups.length === GROUPS_AT_ONCE);
}

async function publishGroups(
  db: Deps['db'],
  groups: readonly PriceGroup[],
  range: Parameters<typeof listAcceptedQuotes>[1],
): Promise<void> {
  const [quotes, published] = await Promise.all([listAcceptedQuotes(db, range), listPublications(db, range)]);
  const people = [...new Set(quotes.flatMap(({ posterId, workerId }) => [posterId, workerId]))];
  const findPerson = groupLinked(await findLinkedPairs(db, people));
  const quotesByGroup = new Map<string, AcceptedQuote[]>();
  for (const quote of quotes) {
    const ofGroup = quotesByGroup.get(toKey(quote));
    if (ofGroup) ofGroup.push(quote);
    else quotesByGroup.set(toKey(quote), [quote]);
  }
  const untilByGroup = new Map(published.map((group) => [toKey(group), group.countedUntil]));
  const publications = groups.flatMap(({ city, categoryId }) => {
    const key = toKey({ city, categoryId });
    const prices = findPublication(quotesByGroup.get(key) ?? [], findPerson, untilByGroup.get(key) ?? null);
    return prices ? [{ city, categoryId, ...prices }] : [];
  });
  await inTx(db, (tx) => savePublications(tx, publications, range.until));
}

const toKey = ({ city, categoryId }: PriceGroup): string => `${categoryId} ${city}`;
