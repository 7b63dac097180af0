import { JOBS_COUNTED_MAX } from '@fws/contract/jobs/model';
import { all, any, listTokens } from '../engine/conditions.ts';
import { buildBox } from '../engine/distance.ts';
import type { SearchIndex } from '../engine/search-index.ts';
import { listColumns, selectJobs, type FoundRow, type Selection } from '../engine/select.ts';
import { listCellTokens } from '../engine/tokens.ts';

interface Found {
  rows: FoundRow[];
  total: number;
}

/** Where this many kilometres hold more jobs than are counted, none farther away needs to be looked at. */
const NEAR_KM = 50;

export async function findInIndex(index: SearchIndex, selection: Selection): Promise<Found> {
  const { sort, radiusKm, tiers, limit } = selection;
  if (sort === 'nearest' && radiusKm === null && tiers.length === 1) {
    const near = await select(index, { ...selection, radiusKm: NEAR_KM });
    if (near.total > JOBS_COUNTED_MAX && near.rows.length === limit) return near;
  }
  return select(index, selection);
}

async function select(index: SearchIndex, { filter, ...selection }: Selection): Promise<Found> {
  const { origin, radiusKm, tiers } = selection;
  const cells = origin === null || radiusKm === null ? null : listCellTokens(buildBox(origin, radiusKm));
  const whole = { ...selection, filter: cells === null ? filter : all(any(...cells), filter) };
  const tokens = [whole.filter, ...tiers.map(({ condition }) => condition)].flatMap(listTokens);
  return selectJobs(await index.read(tokens, listColumns(whole)), whole);
}
