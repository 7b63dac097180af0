import { expect, test } from 'vitest';
import { findItem, isAt, mainItems, messagesItem, moreItems, notificationsItem } from './navigation.ts';
import { paths } from '../platform/router/paths.ts';

const listCurrentItems = (pathname: string) =>
  [findItem, ...mainItems, messagesItem, notificationsItem, ...moreItems]
    .filter((item) => isAt(item, pathname))
    .map(({ label }) => label);

test('each screen belongs to at most one item of the navigation', () => {
  expect(listCurrentItems(paths.home())).toEqual(['shell.findJobs']);
  expect(listCurrentItems(paths.postedJobs())).toEqual(['shell.posted']);
  expect(listCurrentItems(paths.awardedJob(13))).toEqual(['shell.posted']);
  expect(listCurrentItems(paths.payingScreen())).toEqual(['shell.posted']);
  expect(listCurrentItems(paths.myQuote(4))).toEqual(['shell.applied']);
  expect(listCurrentItems(paths.myJob(13))).toEqual(['shell.doing']);
  expect(listCurrentItems(paths.payment())).toEqual(['shell.payment']);
  expect(listCurrentItems(paths.addUpi())).toEqual(['shell.payment']);
  expect(listCurrentItems(paths.profileEdit())).toEqual(['shell.profile']);
  expect(listCurrentItems(paths.connects())).toEqual(['shell.connect']);
  expect(listCurrentItems('/connect-detail')).toEqual(['shell.connect']);
  expect(listCurrentItems(paths.person(7))).toEqual(['shell.connect']);
  expect(listCurrentItems(paths.business())).toEqual(['shell.business']);
  expect(listCurrentItems(paths.disputes())).toEqual(['shell.disputes']);
  expect(listCurrentItems(paths.reports())).toEqual(['shell.reports']);
  expect(listCurrentItems(paths.takedown(3))).toEqual(['shell.reports']);
  expect(listCurrentItems(paths.blocked())).toEqual(['shell.reports']);
  expect(listCurrentItems(paths.report())).toEqual([]);
  expect(listCurrentItems(paths.notificationSettings())).toEqual(['shell.notificationSettings']);
  expect(listCurrentItems(paths.notifications())).toEqual(['shell.notifications']);
  expect(listCurrentItems(paths.conversations())).toEqual(['shell.messages']);
  expect(listCurrentItems(paths.conversation('4821-77'))).toEqual(['shell.messages']);
  expect(listCurrentItems(paths.job(13))).toEqual([]);
});
