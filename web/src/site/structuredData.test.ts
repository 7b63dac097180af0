import type { PublicWorker, SiteJob } from '@fws/contract/site/schemas';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { describeBreadcrumbs, describeJob, describeJobs, describeWorker } from './structuredData.ts';

// The parts of schema.org that the pages use, with nothing else allowed: names, types and required properties as
// https://schema.org and Google's documentation of JobPosting give them.

const text = z.string().min(1);
const url = z.url({ protocol: /^https$/ });
const context = { '@context': z.literal('https://schema.org') };
const typed = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.strictObject({ '@type': z.literal(name), ...shape });

const place = typed('Place', {
  address: typed('PostalAddress', {
    addressLocality: text.optional(),
    addressRegion: text.optional(),
    addressCountry: z.literal('IN'),
  }),
});
const positive = z.number().positive();
const jobPosting = typed('JobPosting', {
  ...context,
  title: text,
  description: text,
  datePosted: z.iso.date(),
  validThrough: z.iso.datetime({ offset: true }),
  employmentType: z.enum(['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'PER_DIEM', 'OTHER']),
  industry: text,
  skills: text,
  identifier: typed('PropertyValue', { name: text, value: text }),
  hiringOrganization: typed('Person', { name: text }),
  jobLocation: place,
  baseSalary: typed('MonetaryAmount', {
    currency: z.string().regex(/^[A-Z]{3}$/),
    value: z.union([
      typed('QuantitativeValue', { value: positive }),
      typed('QuantitativeValue', { minValue: positive, maxValue: positive }),
    ]),
  }),
  directApply: z.boolean(),
  url,
  image: z.array(url).min(1).optional(),
});
const listItem = { position: z.int().positive(), name: text };
const breadcrumbs = typed('BreadcrumbList', {
  ...context,
  itemListElement: z.array(typed('ListItem', { ...listItem, item: url })).min(1),
});
const itemList = typed('ItemList', {
  ...context,
  itemListElement: z.array(typed('ListItem', { ...listItem, url })),
});
const profilePage = typed('ProfilePage', {
  ...context,
  mainEntity: typed('Person', {
    name: text,
    jobTitle: text.optional(),
    description: text.optional(),
    knowsAbout: z.array(text).min(1).optional(),
    image: z.array(url).min(1).optional(),
    homeLocation: place,
    url,
  }),
});

const origin = 'https://fws.example';
const category = { slug: 'carpentry', name: 'Carpentry', nameHi: 'बढ़ईगिरी' };
const pune = { slug: 'pune', name: 'Pune', state: 'Maharashtra' };
const picture = { url: '/pictures/a.jpg', width: 480, height: 360 };
const job: SiteJob = {
  id: 12,
  number: '4836',
  slug: 'two-wardrobes',
  title: 'Two wardrobes',
  place: 'Kothrud, Pune',
  category,
  budget: { kind: 'range', fromPaise: 45_000_00, toPaise: 60_000_50 },
  paymentTerm: 'terms',
  postedAt: '2026-11-20T05:30:00.000Z',
  closesOn: '2026-12-18',
  quotesReceived: 4,
  verified: true,
  cover: picture,
  description: '',
  skills: ['Carpentry', 'Laminate'],
  takeWorkOn: '2026-12-01',
  photos: [picture],
  poster: {
    name: 'Rohan J.',
    verified: true,
    memberSince: '2025-03',
    rating: 4.7,
    ratings: 8,
    jobsPosted: 11,
    jobsAwarded: 9,
    moneyReleased: 'from_200000',
    answerMinutes: 1440,
    releaseMinutes: null,
  },
  questions: [],
  unlisted: false,
};

test('describes a job with what schema.org requires of a JobPosting', () => {
  const described = jobPosting.parse(describeJob(origin, job, pune, 'Carpentry'));
  expect(described).toMatchObject({
    description: 'Two wardrobes',
    datePosted: '2026-11-20',
    validThrough: '2026-12-18T23:59:59+05:30',
    skills: 'Carpentry, Laminate',
    hiringOrganization: { name: 'Rohan J.' },
    jobLocation: { address: { addressLocality: 'Kothrud, Pune', addressRegion: 'Maharashtra' } },
    baseSalary: { currency: 'INR', value: { minValue: 45_000, maxValue: 60_000.5 } },
    url: 'https://fws.example/j/4836/two-wardrobes',
    image: ['https://fws.example/pictures/a.jpg'],
  });
  const plain = { ...job, place: '', photos: [], budget: { kind: 'fixed' as const, amountPaise: 900_00 } };
  expect(jobPosting.parse(describeJob(origin, plain, null, 'Carpentry'))).toMatchObject({
    jobLocation: { address: { addressCountry: 'IN' } },
    baseSalary: { value: { value: 900 } },
  });
});

test('describes lists, breadcrumbs and workers', () => {
  expect(itemList.parse(describeJobs(origin, [job])).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: job.title, url: 'https://fws.example/j/4836/two-wardrobes' },
  ]);
  const crumbs = [
    { name: 'Jobs in Pune', path: '/work/pune' },
    { name: 'Carpentry', path: '/work/pune/carpentry' },
  ];
  expect(breadcrumbs.parse(describeBreadcrumbs(origin, crumbs)).itemListElement[1]).toMatchObject({
    position: 2,
    item: 'https://fws.example/work/pune/carpentry',
  });
  const worker: PublicWorker = {
    id: 17,
    slug: 'asha-17',
    name: 'Asha W.',
    firstName: 'Asha',
    verified: true,
    memberSince: '2025-03',
    about: '',
    skills: [],
    categories: [category],
    place: 'Pune',
    city: pune,
    radius: null,
    rating: null,
    ratings: 0,
    jobsCompleted: 0,
    jobsAwarded: 0,
    photos: [],
    reviews: [],
  };
  expect(profilePage.parse(describeWorker(origin, worker, 'Carpentry')).mainEntity).toEqual({
    '@type': 'Person',
    name: 'Asha W.',
    jobTitle: 'Carpentry',
    homeLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Pune',
        addressRegion: 'Maharashtra',
        addressCountry: 'IN',
      },
    },
    url: 'https://fws.example/w/asha-17',
  });
});
