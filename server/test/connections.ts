import { friendsSearch, profileList } from '@fws/contract/connections/calls';
import type { TestUser } from './user.ts';

// How tests of connections find people.

export const toPersonParams = (user: TestUser) => ({ userId: String(user.id) });

export const listNames = (page: { items: { firstName: string }[] }) =>
  page.items.map((person) => person.firstName);

export const findNames = async (reader: TestUser, search: string) =>
  listNames(await reader.done(profileList, { search })).toSorted();

export const listFriendNames = async (user: TestUser, search = '') =>
  listNames(await user.done(friendsSearch, { search }));
