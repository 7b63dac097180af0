import { sitePaths } from '@fws/contract/site/model';
import type { PublicJobs } from '@fws/contract/site/schemas';
import { useLocale, useT } from '../platform/i18n/index.ts';
import { getName, JobCards, useHref } from './parts.tsx';

const CITIES_SHOWN = 12;
const CATEGORIES_SHOWN = 12;

/** On the landing page: work that can be had now. */
export function LiveJobs({ data }: { data: PublicJobs }) {
  const t = useT();
  const locale = useLocale();
  const toHref = useHref();
  return (
    <section className="wrap sec live">
      <h2 className="h-lg">{t('site.live')}</h2>
      <JobCards jobs={data.items} level={3} />
      <p className="live-more">
        <a className="btn second" href={toHref(sitePaths.jobs())}>
          {t('site.liveAll')}
        </a>
      </p>
      {data.categories.length > 0 && (
        <>
          <h3>{t('site.categories')}</h3>
          <ul className="live-tags">
            {data.categories.slice(0, CATEGORIES_SHOWN).map((category) => (
              <li key={category.slug}>{getName(category, locale)}</li>
            ))}
          </ul>
        </>
      )}
      {data.cities.length > 0 && (
        <>
          <h3>{t('site.cities')}</h3>
          <ul className="live-links">
            {data.cities.slice(0, CITIES_SHOWN).map((city) => (
              <li key={city.slug}>
                <a href={toHref(sitePaths.city(city.slug))}>{city.name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
