import type { ReactNode } from 'react';
import type { ContentType } from '@fws/contract/safety/model';
import { sitePaths } from '@fws/contract/site/model';
import type { SiteCategory, SiteJobCard, SitePicture } from '@fws/contract/site/schemas';
import { budgetNames, formatBudget, termNames, TermShape } from '../domains/jobs/index.ts';
import { formatDate, useLocale, useT } from '../platform/i18n/index.ts';
import type { Locale } from '../platform/i18n/index.ts';
import { paths } from '../platform/router/paths.ts';
import { cx } from '../ui/cx.ts';
import { Docket } from '../ui/index.ts';

export const getName = ({ name, nameHi }: SiteCategory, locale: Locale): string =>
  locale === 'hi' ? nameHi : name;

/** A page in Hindi links to pages in Hindi, whatever the browser prefers. */
export const useHref = (): ((path: string) => string) => {
  const locale = useLocale();
  return (path) => (locale === 'en' ? path : `${path}?lang=${locale}`);
};

export function Crumbs({ items }: { items: readonly { name: string; path: string }[] }) {
  const t = useT();
  const toHref = useHref();
  return (
    <nav className="crumb" aria-label={t('site.breadcrumb')}>
      {items.map(({ name, path }, index) => (
        <span key={path}>
          {index > 0 && <i aria-hidden="true">/</i>}
          <a href={toHref(path)}>{name}</a>
        </span>
      ))}
    </nav>
  );
}

export function JobCards({ jobs, level = 2 }: { jobs: readonly SiteJobCard[]; level?: 2 | 3 }) {
  const t = useT();
  const toHref = useHref();
  return jobs.map((job) => (
    <Docket
      key={job.number}
      headingLevel={level}
      number={t('web.jobs.number', { number: job.number })}
      posted={t('site.posted', { date: formatDate(t, job.postedAt) })}
      title={job.title}
      to={toHref(sitePaths.job(job.number, job.slug))}
      {...(job.place !== '' && { place: job.place })}
      verified={job.verified}
      amount={formatBudget(t, job.budget)}
      budgetType={t(budgetNames[job.budget.kind])}
      term={t(termNames[job.paymentTerm])}
      termGlyph={<TermShape term={job.paymentTerm} />}
      facts={[
        { label: t('web.jobs.closes'), value: formatDate(t, job.closesOn) },
        { label: t('site.quotes'), value: t('site.received', { count: job.quotesReceived }) },
      ]}
      linkText={t('site.toJob')}
    />
  ));
}

const SHOWN = 5;

/** Thumbnails that open by themselves: no script is needed. */
export function Pictures({ pictures, lead }: { pictures: readonly SitePicture[]; lead?: boolean }) {
  const t = useT();
  const shown = lead ? pictures.slice(0, SHOWN) : pictures;
  if (shown.length === 0) return null;
  return (
    <div className={cx('pics', lead ? `lead of-${shown.length}` : 'three')}>
      {shown.map((picture, index) => (
        <a key={picture.url} className="pic" href={picture.url}>
          <img
            src={picture.url}
            alt={t('site.photo', { number: index + 1, count: pictures.length })}
            width={picture.width}
            height={picture.height}
            loading={lead && index === 0 ? 'eager' : 'lazy'}
            decoding="async"
          />
        </a>
      ))}
    </div>
  );
}

export function Links({
  title,
  items,
}: {
  title: ReactNode;
  items: readonly { name: string; path: string }[];
}) {
  const toHref = useHref();
  if (items.length === 0) return null;
  return (
    <section className="sheet">
      <h2>{title}</h2>
      <ul className="site-links">
        {items.map(({ name, path }) => (
          <li key={path}>
            <a href={toHref(path)}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ReportLinkProps = { type: ContentType; id: string | number; children: ReactNode };

/** Leads to the form of a report, because these pages have no script for a dialog. */
export function ReportLink({ type, id, children }: ReportLinkProps) {
  return (
    <a className="btn quiet site-report" href={paths.reportOf(type, id)} rel="nofollow">
      <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5.5 21V4H19l-3.5 4.5 3.5 4.5H5.5" />
      </svg>
      {children}
    </a>
  );
}

/** The place with its pin; drawn here, because the page loads no sprite for one icon. */
export function PlaceLine({ children }: { children: ReactNode }) {
  return (
    <p className="dk-sub">
      <span>
        <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 21.5s-6.5-6.6-6.5-11.4a6.5 6.5 0 0113 0c0 4.8-6.5 11.4-6.5 11.4zM12 7.8a2.3 2.3 0 100 4.6 2.3 2.3 0 000-4.6z" />
        </svg>
        {children}
      </span>
    </p>
  );
}
