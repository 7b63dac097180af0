import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { use, type ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { expect, test } from 'vitest';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { sampleContacts } from '@fws/contract/platform/contacts';
import type { Locale } from '@fws/contract/platform/messages';
import { RenderedUser, useUser } from '../platform/session/index.ts';
import { createFirstPage } from './firstPage.tsx';
import { asha, ravi } from './testing/people.ts';

const NOW = Date.parse('2026-11-23T06:30:00Z');

/** Posted by Asha. The title tells whose reply a page was rendered from. */
const createJob = (viewer: CurrentUser): JobDetail => ({
  id: 7,
  version: 'h5t',
  number: '7',
  title: `Tiling, as ${viewer.firstName} sees it`,
  description: '',
  location: 'Pune',
  latitude: null,
  longitude: null,
  categoryId: 1,
  skills: ['Tiling'],
  takeWorkOn: '2026-12-01',
  closesOn: '2026-12-01',
  paymentTerm: 'completion',
  budget: { kind: 'fixed', amountPaise: 900_000 },
  postedAt: '2026-11-23T05:30:00Z',
  quotesReceived: 0,
  verified: false,
  attachment: null,
  photoCount: 0,
  coverUrl: null,
  photos: [],
  poster: {
    name: 'A. R.',
    verified: false,
    memberSince: '2026-11',
    rating: null,
    ratings: 0,
    jobsPosted: 1,
    jobsAwarded: 0,
    moneyReleased: 'none',
    answerMinutes: null,
    releaseMinutes: null,
    reliability: null,
  },
  unlisted: false,
  heldBack: null,
  hides: [],
  state: 'open',
  posterId: asha.id,
  myQuoteId: null,
  saved: false,
  abilities: { quote: { allowed: false, reason: 'jobs.own_job' } },
});

const createPage = (viewer: CurrentUser, locale: Locale = 'en') =>
  createFirstPage(locale, '/job/7', NOW, {
    user: { data: viewer },
    job: { data: createJob(viewer) },
    contacts: { ...sampleContacts, email: `help-${locale}@fws.example` },
  });

/** Pauses the rendering of its children until all pages have begun. */
function createPause() {
  const allStarted = setImmediate();
  return function Pause({ children }: { children: ReactNode }) {
    use(allStarted);
    return children;
  };
}

const renderAtOnce = (pages: readonly ReactNode[]): Promise<string[]> =>
  Promise.all(pages.map(async (page) => text((await prerenderToNodeStream(page)).prelude)));

test('renders two pages at once, each with the name of its own user only', async () => {
  const Pause = createPause();
  const Name = () => <p>{useUser().firstName}</p>;
  const [ashasPage, ravisPage] = await renderAtOnce(
    [asha, ravi].map((user) => (
      <RenderedUser key={user.id} value={user}>
        <Pause>
          <Name />
        </Pause>
      </RenderedUser>
    )),
  );
  expect(ashasPage).toBe('<p>Asha</p>');
  expect(ravisPage).toBe('<p>Ravi</p>');
});

test('renders two first pages at once, each from its own user and replies only', async () => {
  const Pause = createPause();
  const [ashasPage, ravisPage] = await renderAtOnce(
    [asha, ravi].map((user) => <Pause key={user.id}>{createPage(user)}</Pause>),
  );
  expect(ashasPage).toContain('Asha');
  expect(ashasPage).not.toContain('Ravi');
  expect(ravisPage).toContain('Ravi');
  expect(ravisPage).not.toContain('Asha');
  // Only the poster may see the quotes.
  expect(ashasPage).toContain('/requestlist/7');
  expect(ravisPage).not.toContain('/requestlist/7');
});

test('renders two first pages at once, each in its own language only', async () => {
  const Pause = createPause();
  const [englishPage, hindiPage] = await renderAtOnce([
    <Pause key="en">{createPage(asha, 'en')}</Pause>,
    <Pause key="hi">{createPage(ravi, 'hi')}</Pause>,
  ]);
  const [english, hindi] = [/1 Dec 2026|1 hour ago/g, /1 दिस॰ 2026|1 घंटा पहले/g];
  expect(englishPage?.match(english)).toEqual(expect.arrayContaining(['1 Dec 2026', '1 hour ago']));
  expect(englishPage).not.toMatch(hindi);
  expect(hindiPage?.match(hindi)).toEqual(expect.arrayContaining(['1 दिस॰ 2026', '1 घंटा पहले']));
  expect(hindiPage).not.toMatch(english);
  expect(englishPage).toContain('help-en@fws.example');
  expect(englishPage).not.toContain('help-hi@fws.example');
  expect(hindiPage).toContain('help-hi@fws.example');
  expect(hindiPage).not.toContain('help-en@fws.example');
});
