import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobDetail, postJob, updateJob } from '@fws/contract/jobs/calls';
import type { PostJobValues } from '@fws/contract/jobs/schemas';
import { notificationSettings, setQuietHours } from '@fws/contract/notifications/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { ownProfile, publicPage, setPublicPage, updateProfile } from '@fws/contract/profile/calls';
import { quoteDetail, submitQuote, updateQuote } from '@fws/contract/quotes/calls';
import type { TestUser } from './user.ts';
import { startWorld, type World } from './world.ts';

// Two tabs show the same form. What the second saves must not undo what the first has saved.

let world: World;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  world = await startWorld();
  user = await world.user();
  other = await world.user();
});
afterAll(() => world.close());

const REFUSED = {
  httpStatus: 409,
  message: 'This was changed elsewhere after you opened it. Please look at it again',
};

const getDateAfter = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * 86_400_000));

const buildJob = (change: Partial<PostJobValues> = {}): PostJobValues => ({
  title: 'Two wardrobes',
  categoryId: '4',
  description: '',
  location: 'Kothrud, Pune',
  latitude: '',
  longitude: '',
  skills: ['Carpentry'],
  takeWorkOn: getDateAfter(1),
  budgetKind: 'fixed',
  amountText: '5000',
  amountFromText: '',
  amountToText: '',
  closesOn: getDateAfter(5),
  paymentTerm: 'terms',
  ...change,
});

interface Form {
  /** What is saved now. */
  read: () => Promise<{ version: string }>;
  save: (change: 'first' | 'second', version?: string) => Promise<{ httpStatus: number }>;
  /** What it reads after each change. */
  saved: Record<'first' | 'second', object>;
}

const forms: Record<string, () => Promise<Form>> = {
  'a job': async () => {
    const { id } = await user.done(postJob, buildJob());
    const changes = { first: { title: 'Three wardrobes' }, second: { description: 'With sliding doors' } };
    return {
      read: () => user.done(jobDetail, { jobId: String(id) }),
      save: (change, version) =>
        user.call(updateJob, { ...buildJob(changes[change]), jobId: String(id), version }),
      saved: { first: changes.first, second: { ...changes.second, title: 'Two wardrobes' } },
    };
  },
  'a quote': async () => {
    const { id: jobId } = await user.done(postJob, buildJob());
    const offer = { term: 'completion' as const, milestoneNames: [], milestoneAmountTexts: [] };
    const { id } = await other.done(submitQuote, {
      ...offer,
      jobId: String(jobId),
      bidText: '900',
      workScope: '',
    });
    const changes = {
      first: { bidText: '950', workScope: '' },
      second: { bidText: '900', workScope: 'Two days' },
    };
    return {
      read: () => other.done(quoteDetail, { quoteId: String(id) }),
      save: (change, version) =>
        other.call(updateQuote, { ...offer, ...changes[change], quoteId: String(id), version }),
      saved: {
        first: { bidPaise: 950_00, workScope: '' },
        second: { bidPaise: 900_00, workScope: 'Two days' },
      },
    };
  },
  'the profile': async () => ({
    read: () => user.done(ownProfile, {}),
    save: (change, version) =>
      user.call(updateProfile, { skills: change === 'first' ? ['Tiling'] : ['Masonry'], version }),
    saved: { first: { skills: ['Tiling'] }, second: { skills: ['Masonry'] } },
  }),
  'the public page': async () => ({
    read: () => user.done(publicPage, {}),
    save: (change, version) =>
      user.call(setPublicPage, { isPublic: change === 'first' ? 'yes' : 'no', version }),
    saved: { first: { isPublic: true }, second: { isPublic: false } },
  }),
  'quiet hours': async () => ({
    read: async () => (await user.done(notificationSettings, {})).quietHours,
    save: (change, version) =>
      user.call(setQuietHours, {
        isOn: 'true',
        from: change === 'first' ? '20:00' : '22:00',
        to: '08:00',
        version,
      }),
    saved: { first: { from: '20:00' }, second: { from: '22:00' } },
  }),
};

test.each(Object.keys(forms))('%s is not saved from a form that another save has made old', async (name) => {
  const form = await forms[name]!();
  const opened = await form.read();
  expect(await form.save('first', opened.version)).toMatchObject({ httpStatus: 200 });
  expect(await form.save('second', opened.version)).toMatchObject(REFUSED);
  const changed = await form.read();
  expect(changed).toMatchObject(form.saved.first);
  expect(changed.version).not.toBe(opened.version);
  const saved = await form.save('second', changed.version);
  expect(saved).toMatchObject({ httpStatus: 200 });
  expect(await form.read()).toMatchObject(form.saved.second);
  // Saving what was there before makes the version of that again.
  await form.save('first');
  expect((await form.read()).version).toBe(changed.version);
  // Clients of the specification send no version.
  expect(await form.save('first')).toMatchObject({ httpStatus: 200 });
});

test.each(Object.keys(forms))('%s takes one of two saves from the same form at once', async (name) => {
  const form = await forms[name]!();
  await form.save('first');
  const { version } = await form.read();
  const results = await Promise.all([form.save('second', version), form.save('second', version)]);
  expect(results.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await form.read()).toMatchObject(form.saved.second);
});

test('what the form of a job does not change keeps it valid', async () => {
  const { id, version } = await user.done(postJob, buildJob());
  await world.db.updateTable('job').set({ verified_at: new Date() }).where('id', '=', id).execute();
  const saved = await user.done(updateJob, { ...buildJob({ title: 'Doors' }), jobId: String(id), version });
  expect(saved.title).toBe('Doors');
  expect(saved.version).not.toBe(version);
});
