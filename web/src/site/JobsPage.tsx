import { sitePaths } from '@fws/contract/site/model';
import type { PublicJobs } from '@fws/contract/site/schemas';
import { useLocale, useT } from '../platform/i18n/index.ts';
import { Crumbs, getName, JobCards, Links, useHref } from './parts.tsx';

export function useJobsTitle({ city, category }: PublicJobs): string {
  const t = useT();
  const locale = useLocale();
  if (!city) return t('site.jobsInIndia');
  return category
    ? t('site.categoryIn', { category: getName(category, locale), city: city.name })
    : t('site.jobsIn', { city: city.name });
}

/** Open jobs of India, of a city, or of a category in it. */
export function JobsPage({ data, path }: { data: PublicJobs; path: string }) {
  const t = useT();
  const locale = useLocale();
  const toHref = useHref();
  const { city, category, items } = data;
  const next = data.nextCursor === null ? null : new URLSearchParams({ after: data.nextCursor }).toString();
  const crumbs = [
    ...(city ? [{ name: t('site.allIndia'), path: sitePaths.jobs() }] : []),
    ...(city && category
      ? [{ name: t('site.jobsIn', { city: city.name }), path: sitePaths.city(city.slug) }]
      : []),
  ];
  const own = toHref(path);
  return (
    <main className="main wrap site-jobs" id="main">
      {crumbs.length > 0 && <Crumbs items={crumbs} />}
      <div className="head">
        <h1>{useJobsTitle(data)}</h1>
        <p>{items.length > 0 ? t('site.lead') : t('site.none')}</p>
      </div>
      <div className="cols c84">
        <div>
          <JobCards jobs={items} />
          {items.length === 0 && <p className="sheet">{t('site.noneWhy')}</p>}
          {next !== null && (
            <p className="site-next">
              <a
                className="btn second block"
                rel="next"
                href={`${own}${own.includes('?') ? '&' : '?'}${next}`}
              >
                {t('site.more')}
              </a>
            </p>
          )}
        </div>
        <aside>
          {city && (
            <Links
              title={t('site.categories')}
              items={data.categories.map((each) => ({
                name: getName(each, locale),
                path: sitePaths.category(city.slug, each.slug),
              }))}
            />
          )}
          <Links
            title={t('site.cities')}
            items={data.cities.map((each) => ({ name: each.name, path: sitePaths.city(each.slug) }))}
          />
        </aside>
      </div>
    </main>
  );
}
