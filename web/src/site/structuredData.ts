import { toRupees } from '@fws/contract/platform/money';
import { sitePaths } from '@fws/contract/site/model';
import type { PublicWorker, SiteCity, SiteJob, SiteJobCard } from '@fws/contract/site/schemas';

// What search engines read of a page, in the vocabulary of schema.org. It says nothing that the page does not show.

type Part = { name: string; path: string };

export const describeBreadcrumbs = (origin: string, parts: readonly Part[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: parts.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});

/** Amounts are numbers there, with rupees as their unit. */
const toAmount = (paise: number): number => Number(toRupees(paise));

function describeBudget(budget: SiteJob['budget']) {
  const value =
    budget.kind === 'fixed'
      ? { value: toAmount(budget.amountPaise) }
      : { minValue: toAmount(budget.fromPaise), maxValue: toAmount(budget.toPaise) };
  return {
    '@type': 'MonetaryAmount',
    currency: 'INR',
    value: { '@type': 'QuantitativeValue', ...value },
  };
}

const describePlace = (place: string, city: SiteCity | null) => ({
  '@type': 'Place',
  address: {
    '@type': 'PostalAddress',
    ...(place !== '' && { addressLocality: place }),
    ...(city && { addressRegion: city.state }),
    addressCountry: 'IN',
  },
});

export const describeJob = (origin: string, job: SiteJob, city: SiteCity | null, category: string) => ({
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: job.title,
  description: job.description === '' ? job.title : job.description,
  datePosted: job.postedAt.slice(0, 'yyyy-mm-dd'.length),
  // Quotes are taken until the end of the day in India.
  validThrough: `${job.closesOn}T23:59:59+05:30`,
  employmentType: 'CONTRACTOR',
  industry: category,
  skills: job.skills.join(', '),
  identifier: { '@type': 'PropertyValue', name: 'FWS', value: job.number },
  hiringOrganization: { '@type': 'Person', name: job.poster.name },
  jobLocation: describePlace(job.place, city),
  baseSalary: describeBudget(job.budget),
  directApply: true,
  url: origin + sitePaths.job(job.number, job.slug),
  ...(job.photos.length > 0 && { image: job.photos.map(({ url }) => origin + url) }),
});

export const describeJobs = (origin: string, jobs: readonly SiteJobCard[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: jobs.map((job, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: job.title,
    url: origin + sitePaths.job(job.number, job.slug),
  })),
});

export const describeWorker = (origin: string, worker: PublicWorker, work: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ProfilePage',
  mainEntity: {
    '@type': 'Person',
    name: worker.name,
    ...(work !== '' && { jobTitle: work }),
    ...(worker.about !== '' && { description: worker.about }),
    ...(worker.skills.length > 0 && { knowsAbout: worker.skills }),
    ...(worker.photos.length > 0 && { image: worker.photos.map(({ url }) => origin + url) }),
    homeLocation: describePlace(worker.place, worker.city),
    url: origin + sitePaths.worker(worker.slug),
  },
});
