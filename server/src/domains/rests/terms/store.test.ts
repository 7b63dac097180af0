import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { findTermsAt } from './store.ts';
import { buildTerms } from '../testing/terms.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the first terms are in force until others are', async () => {
  expect(await findTermsAt(database.db, new Date())).toEqual(buildTerms());
  await database.db
    .insertInto('rest_terms')
    .values({
      effective_on: '2090-04-01',
      known_releases: 5,
      known_release_paise: 500_00,
      known_days: 90,
      known_day_paise: 0,
      first_days: 7,
      fresh_days: 30,
      identity_month_paise: 1,
      reason: 'Stricter',
      set_at: new Date(),
    })
    .execute();
  expect(await findTermsAt(database.db, new Date('2090-03-31T18:29:59.999Z'))).toEqual(buildTerms());
});
