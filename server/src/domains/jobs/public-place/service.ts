import { sql } from 'kysely';
import type { Position } from '@fws/contract/jobs/model';
import { inTx, type Db } from '../../../platform/db/index.ts';
import { waitOrSkip } from '../../../platform/db/nodes.ts';
import type { Locality, PlaceFinder } from '../../../ports/place-finder.ts';

/** Where a job is, as everybody may know it: locality and city, and never a street, a house or a position. */
export interface PublicPlace {
  /** "Kothrud, Pune"; empty when the location names no known city. */
  publicPlace: string;
  /** The city's slug, for addresses of pages. */
  city: string;
}

/**
 * Takes the words of known places out of the location, so that whatever else somebody wrote stays away from public pages.
 * The position decides where the words name no city.
 */
export async function locateJob(
  places: PlaceFinder,
  { location, position }: { location: string; position: Position | null },
): Promise<PublicPlace> {
  const named = await places.locate(location);
  if (named) return toPublicPlace(named);
  const nearest = position && (await places.findNearest(position));
  const located = nearest && (await places.locate(nearest.label));
  return located ? toPublicPlace(located) : { publicPlace: '', city: '' };
}

const toPublicPlace = ({ name, city }: Locality): PublicPlace => ({
  publicPlace: name === null ? city.name : `${name}, ${city.name}`,
  city: city.slug,
});

/** Finds the places of open jobs that have none yet. Returns how many there were. */
export async function locateJobs(db: Db, places: PlaceFinder, limit: number): Promise<number> {
  return inTx(db, async (tx) => {
    const query = tx
      .selectFrom('job')
      .select(['id', 'location', 'latitude', 'longitude'])
      .where('city', 'is', null)
      .where('state', '=', 'open')
      .orderBy('id')
      .limit(limit);
    const jobs = await waitOrSkip(tx, query, 'no key update');
    const located = await Promise.all(
      jobs.map(({ location, latitude, longitude }) => {
        const position = latitude === null || longitude === null ? null : { latitude, longitude };
        return locateJob(places, { location, position });
      }),
    );
    // A job whose location has changed meanwhile has got its place with that.
    await sql`WITH located AS MATERIALIZED (
        SELECT * FROM unnest(${jobs.map(({ id }) => id)}::bigint[], ${located.map(({ publicPlace }) => publicPlace)}::text[],
          ${located.map(({ city }) => city)}::text[]) AS located (id, place, city))
      UPDATE job SET public_place = located.place, city = located.city
      FROM located WHERE job.id = located.id AND job.city IS NULL`.execute(tx);
    return jobs.length;
  });
}
