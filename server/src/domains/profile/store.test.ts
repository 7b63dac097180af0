import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { addCompletedProject, loadPeople } from './index.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ worker: false });
});
afterAll(() => world.close());

test('loads people by id and leaves out ids that do not exist', async () => {
  const meera = await world.user({
    firstName: 'Meera',
    lastName: 'Joshi',
    skills: ['Tiling, floors', 'Paint'],
  });
  const imran = await world.user({ firstName: 'Imran', identity: 'verified' });
  await world.db
    .updateTable('user_account')
    .set({ rating_sum: 14, rating_count: 3 })
    .where('id', '=', imran.id)
    .execute();
  await Promise.all(
    Array.from({ length: 5 }, () => inTx(world.db, (tx) => addCompletedProject(tx, imran.id, 1))),
  );
  const people = await loadPeople(world.db, [meera.id, imran.id, imran.id, 999_999]);
  expect([...people.keys()].toSorted((a, b) => a - b)).toEqual([meera.id, imran.id]);
  expect(people.get(meera.id)).toMatchObject({
    name: 'Meera Joshi',
    skills: ['Tiling, floors', 'Paint'],
    rating: null,
    completedProjects: 0,
    identity: 'none',
    mobile: meera.mobile,
  });
  expect(people.get(imran.id)).toMatchObject({
    firstName: 'Imran',
    rating: 4.7,
    completedProjects: 5,
    identity: 'verified',
  });
});

test('loads nobody for an empty list of ids', async () => {
  expect(await loadPeople(world.db, [])).toEqual(new Map());
});
