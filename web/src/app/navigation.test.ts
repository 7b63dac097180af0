import { expect, test } from 'vitest';
import { businessItem, isAt, mainItems, moreItems } from './navigation.ts';
import { paths } from './paths.ts';

const current = (pathname: string) =>
  [...mainItems, businessItem, ...moreItems].filter((item) => isAt(item, pathname)).map(({ label }) => label);

test('each screen belongs to at most one item of the navigation', () => {
  expect(current(paths.postedJobs())).toEqual(['shell.posted']);
  expect(current(paths.awardedJob(13))).toEqual(['shell.posted']);
  expect(current(paths.payingScreen())).toEqual(['shell.posted']);
  expect(current(paths.myQuote(4))).toEqual(['shell.applied']);
  expect(current(paths.myJob(13))).toEqual(['shell.doing']);
  expect(current(paths.payment())).toEqual(['shell.payment']);
  expect(current(paths.addUpi())).toEqual(['shell.payment']);
  expect(current(paths.profileEdit())).toEqual(['shell.profile']);
  expect(current(paths.connects())).toEqual(['shell.connect']);
  expect(current('/connect-detail')).toEqual(['shell.connect']);
  expect(current(paths.person(7))).toEqual(['shell.connect']);
  expect(current(paths.business())).toEqual(['shell.business']);
  expect(current(paths.disputes())).toEqual(['shell.disputes']);
  expect(current(paths.job(13))).toEqual([]);
});
