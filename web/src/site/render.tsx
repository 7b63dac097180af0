/** Runs on the server: the pages that need no account, as complete HTML documents without script. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { contactsTemplate } from '@fws/contract/platform/contacts';
import type { Locale } from '@fws/contract/platform/messages';
import { sitePaths } from '@fws/contract/site/model';
import type { PublicJob, PublicJobs, PublicWorker } from '@fws/contract/site/schemas';
import { messages as enJobs } from 'virtual:messages/en/jobs';
import { messages as enSite } from 'virtual:messages/en/site';
import { messages as enStart } from 'virtual:messages/en/start';
import { messages as hiJobs } from 'virtual:messages/hi/jobs';
import { messages as hiSite } from 'virtual:messages/hi/site';
import { messages as hiStart } from 'virtual:messages/hi/start';
import { Footer } from '../app/Footer.tsx';
import { GuestBar } from '../app/Header.tsx';
import { formatBudget } from '../domains/jobs/index.ts';
import { RenderedContacts } from '../platform/contacts/index.ts';
import { createLanguage, RenderedLanguage } from '../platform/i18n/i18n.ts';
import { formatDate, useT, type Translate } from '../platform/i18n/index.ts';
import { Router } from '../platform/router/index.ts';
import { Logo } from '../ui/index.ts';
import { ClosedJobPage, JobPage, useJobCrumbs } from './JobPage.tsx';
import { JobsPage, useJobsTitle } from './JobsPage.tsx';
import { LiveJobs } from './LiveJobs.tsx';
import { getName } from './parts.tsx';
import { describeBreadcrumbs, describeJob, describeJobs, describeWorker } from './structuredData.ts';
import { styles } from './styles.ts';
import { useWork, WorkerPage } from './WorkerPage.tsx';

const catalogues = {
  en: { ...enStart, ...enJobs, ...enSite },
  hi: { ...hiStart, ...hiJobs, ...hiSite },
};
const OTHER = { en: { locale: 'hi', name: 'हिंदी' }, hi: { locale: 'en', name: 'English' } } as const;

export type SitePage =
  | { kind: 'job'; data: PublicJob }
  | { kind: 'jobs'; data: PublicJobs; isFirst: boolean }
  | { kind: 'worker'; data: PublicWorker };

export type Setting = {
  locale: Locale;
  /** "https://fws.example" */
  origin: string;
  /** The canonical path. */
  path: string;
  /** Somebody is signed in in this browser. */
  isUser: boolean;
  fontFaces: string;
};

/** The part of the landing page that changes: the newest jobs, and where others are. */
export function renderLive(locale: Locale, jobs: PublicJobs): string {
  return renderToStaticMarkup(
    <RenderedLanguage value={createLanguage(locale, catalogues[locale])}>
      <Router ssrPath="/">
        <LiveJobs data={jobs} />
      </Router>
    </RenderedLanguage>,
  );
}

interface Head {
  title: string;
  description: string;
  /** Search engines leave it out. */
  hidden: boolean;
  picture: string | null;
  structured: readonly object[];
}

export function renderSitePage(page: SitePage, setting: Setting): string {
  const language = createLanguage(setting.locale, catalogues[setting.locale]);
  const html = renderToStaticMarkup(
    <RenderedLanguage value={language}>
      <RenderedContacts value={contactsTemplate}>
        <Router ssrPath={setting.path}>
          <Page page={page} setting={setting} />
        </Router>
      </RenderedContacts>
    </RenderedLanguage>,
  );
  return `<!doctype html>${html}`;
}

function Page({ page, setting }: { page: SitePage; setting: Setting }) {
  switch (page.kind) {
    case 'job':
      return <WholeJob data={page.data} setting={setting} />;
    case 'jobs':
      return <WholeList data={page.data} isFirst={page.isFirst} setting={setting} />;
    case 'worker':
      return <WholeWorker worker={page.data} setting={setting} />;
  }
}

function WholeJob({ data, setting }: { data: PublicJob; setting: Setting }) {
  const t = useT();
  const crumbs = useJobCrumbs(data);
  const { job, city } = data;
  const { origin, path, locale } = setting;
  if (!job) {
    const head = {
      title: t('site.closed'),
      description: t('site.closedNone'),
      structured: [],
      picture: null,
    };
    return (
      <Document setting={setting} head={{ ...head, hidden: true }}>
        <ClosedJobPage data={data} />
      </Document>
    );
  }
  const category = getName(job.category, locale);
  const head: Head = {
    title: [job.title, job.place].filter((part) => part !== '').join(', '),
    description: describe(t, job, category),
    hidden: job.unlisted,
    picture: `${origin}/og/${job.number}.${locale}.jpg`,
    structured: [describeJob(origin, job, city, category), describeBreadcrumbs(origin, crumbs)],
  };
  return (
    <Document setting={setting} head={head}>
      <JobPage data={data} job={job} url={origin + toLocalPath(path, locale)} />
    </Document>
  );
}

const describe = (t: Translate, job: NonNullable<PublicJob['job']>, category: string): string =>
  t('site.description', {
    place: [category, job.place].filter((part) => part !== '').join(', '),
    budget: formatBudget(t, job.budget),
    date: formatDate(t, job.closesOn),
    record: `${job.poster.name}.`,
  });

function WholeList({ data, isFirst, setting }: { data: PublicJobs; isFirst: boolean; setting: Setting }) {
  const t = useT();
  const title = useJobsTitle(data);
  const { city, category, items } = data;
  const parts = [
    { name: t('site.jobsInIndia'), path: sitePaths.jobs() },
    ...(city ? [{ name: t('site.jobsIn', { city: city.name }), path: sitePaths.city(city.slug) }] : []),
    ...(city && category
      ? [{ name: getName(category, setting.locale), path: sitePaths.category(city.slug, category.slug) }]
      : []),
  ];
  const head: Head = {
    title,
    description: t('site.listDescription'),
    // Later pages change all the time, and an empty one has nothing to find.
    hidden: !isFirst || items.length === 0,
    picture: null,
    structured: [describeJobs(setting.origin, items), describeBreadcrumbs(setting.origin, parts)],
  };
  return (
    <Document setting={setting} head={head}>
      <JobsPage data={data} path={setting.path} />
    </Document>
  );
}

function WholeWorker({ worker, setting }: { worker: PublicWorker; setting: Setting }) {
  const t = useT();
  const work = useWork(worker);
  const head: Head = {
    title: [worker.name, work, worker.place].filter((part) => part !== '').join(', '),
    description: worker.about === '' ? t('site.listDescription') : worker.about.slice(0, 160),
    hidden: false,
    picture: null,
    structured: [describeWorker(setting.origin, worker, work)],
  };
  return (
    <Document setting={setting} head={head}>
      <WorkerPage worker={worker} />
    </Document>
  );
}

/** English has the plain address. */
const toLocalPath = (path: string, locale: Locale): string =>
  locale === 'en' ? path : `${path}?lang=${locale}`;

function Document({ setting, head, children }: { setting: Setting; head: Head; children: ReactNode }) {
  const t = useT();
  const { locale, origin, path, fontFaces } = setting;
  const other = OTHER[locale];
  const canonical = origin + toLocalPath(path, locale);
  const title = `${head.title} · FWS`;
  return (
    <html lang={locale === 'en' ? 'en-IN' : locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={head.description} />
        {head.hidden && <meta name="robots" content="noindex" />}
        <meta name="theme-color" content="#141943" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="canonical" href={canonical} />
        <link rel="alternate" hrefLang="en-IN" href={origin + path} />
        <link rel="alternate" hrefLang="hi" href={origin + toLocalPath(path, 'hi')} />
        <link rel="alternate" hrefLang="x-default" href={origin + path} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="FWS" />
        <meta property="og:locale" content={locale === 'en' ? 'en_IN' : 'hi_IN'} />
        <meta property="og:title" content={head.title} />
        <meta property="og:description" content={head.description} />
        <meta property="og:url" content={canonical} />
        {head.picture !== null && (
          <>
            <meta property="og:image" content={head.picture} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <style dangerouslySetInnerHTML={{ __html: fontFaces + styles }} />
        {head.structured.map((data, index) => (
          <script
            key={index}
            type="application/ld+json"
            // "<" could end the element.
            dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', String.raw`\u003c`) }}
          />
        ))}
      </head>
      <body>
        <a className="skip" href="#main">
          {t('shell.skip')}
        </a>
        <header className="bar">
          <div className="wrap bar-in">
            <Logo to="/" label={t('shell.logo')} />
            <a
              className="site-lang"
              href={other.locale === 'en' ? `${path}?lang=en` : toLocalPath(path, other.locale)}
              lang={other.locale}
              hrefLang={other.locale}
            >
              {other.name}
            </a>
            {setting.isUser ? (
              <div className="bar-end">
                <a className="btn on-dark" href="/">
                  {t('shell.findJobs')}
                </a>
              </div>
            ) : (
              <GuestBar />
            )}
          </div>
        </header>
        {children}
        <Footer />
      </body>
    </html>
  );
}
