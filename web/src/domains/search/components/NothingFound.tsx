import '../results.css';
import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { AlertFrequency } from '@fws/contract/search/model';
import type { JobPage } from '@fws/contract/jobs/schemas';
import { hasSearchWord } from '@fws/contract/platform/text';
import { mergeOwnFields } from '@fws/contract/platform/shared-page';
import { useT, type Translate } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Button, ButtonLink, Columns, NeedsInternet, Row, Rows, Sheet, Stone } from '../../../ui/index.ts';
import { JobDocket } from '../../jobs/index.ts';
import { listAlternatives, type Alternative } from '../alternatives.ts';
import type { JobFilter } from '../filter.ts';
import { formatTotal, limitCount } from '../formatCount.ts';
import { formatBudgetRange } from '../labels.ts';
import { canBeSaved } from '../saving.ts';
import { alternativeQuery } from '../searchApi.ts';
import { useSearchWords } from '../useSearchWords.ts';
import { FrequencyField } from './FrequencyField.tsx';
import { useSaving } from './useSaving.ts';

type Props = { filter: JobFilter; onShow: (filter: JobFilter) => void };
type Offer = Alternative & { page: JobPage };

/** Nothing is found: the nearest that is, and "Tell me when there is one". */
export default function NothingFound({ filter, onShow }: Props) {
  const t = useT();
  const words = useSearchWords({ ...filter, search: '' });
  const alternatives = listAlternatives(filter);
  const results = useQueries({
    queries: alternatives.map((alternative) => alternativeQuery(alternative.filter)),
  });
  const found = alternatives.flatMap((alternative, index): Offer[] => {
    const page = results[index]?.data;
    return page && page.items.length > 0 ? [{ ...alternative, page }] : [];
  });
  const offers = found.slice(0, OFFERS_MAX);
  const nearest = offers[0] && mergeOwnFields(offers[0].page).items[0];
  return (
    <div className="nothing">
      <Columns aside={canBeSaved(filter) && <TellMe filter={filter} />}>
        <Sheet>
          <Stone state="none" number={0} />
          <h2>{describeNothing(t, filter)}</h2>
          <p className="t2 mut">{isUnsearchable(filter) ? t('web.search.noWordHelp') : words.join(' · ')}</p>
          {offers.length > 0 && (
            <Rows>
              {offers.map((offer, index) => (
                <Row
                  key={offer.kind}
                  title={describeOffer(t, offer, filter)}
                  detail={describeNearest(t, offer)}
                  action={
                    <Button variant={index === 0 ? 'primary' : 'second'} onClick={() => onShow(offer.filter)}>
                      {t('web.search.show', { count: formatTotal(countOffered(offer)) })}
                    </Button>
                  }
                />
              ))}
            </Rows>
          )}
          {results.every(({ isPending }) => !isPending) && (
            <ButtonLink to={paths.home()} className="show-all">
              {t('web.jobs.list.showAll')}
            </ButtonLink>
          )}
        </Sheet>
        {nearest && (
          <section className="nearest">
            <h2>{t('web.search.nearestMatch')}</h2>
            <JobDocket job={nearest} to={paths.job(nearest.id)} linkText={t('web.jobs.view')} share />
          </section>
        )}
      </Columns>
    </div>
  );
}

const isUnsearchable = ({ search }: JobFilter): boolean => search !== '' && !hasSearchWord(search);

function describeNothing(t: Translate, filter: JobFilter): string {
  if (isUnsearchable(filter)) return t('web.search.noWord', { search: filter.search });
  return filter.search === ''
    ? t('web.search.nothing')
    : t('web.search.nothingFor', { search: filter.search });
}

const OFFERS_MAX = 3;
const countOffered = ({ page: { total, items } }: Offer): number => total ?? items.length;

/** "3 jobs within 15 km", "2 jobs at any price". */
function describeOffer(t: Translate, offer: Offer, filter: JobFilter): string {
  const count = limitCount(countOffered(offer));
  const budget = formatBudgetRange(t, filter);
  return t(`web.search.offer.${offer.kind}`, { count, km: offer.filter.km, budget, search: filter.search });
}

function describeNearest(t: Translate, { page }: Offer): string {
  const [job] = page.items;
  if (!job) return '';
  return job.distanceKm === undefined || job.distanceKm < 1
    ? job.location
    : t('web.search.nearestIs', { km: job.distanceKm, place: job.location });
}

/** Saves the search, so that its owner hears of the first job. */
function TellMe({ filter }: { filter: JobFilter }) {
  const t = useT();
  const online = useOnline();
  const words = useSearchWords(filter);
  const [frequency, setFrequency] = useState<AlertFrequency>('at_once');
  const [saved, setSaved] = useState(false);
  const { save, saving } = useSaving(filter, () => setSaved(true));
  return (
    <Sheet title={t('web.search.tellTitle')}>
      <p className="t2 mut filter-lead">{t('web.search.keep', { search: words.join(', ') })}</p>
      {saved ? (
        <ButtonLink block icon="bookmark" to={paths.savedSearches()}>
          {t('web.search.savedSearches')}
        </ButtonLink>
      ) : (
        <>
          <FrequencyField value={frequency} onChange={setFrequency} />
          {online ? (
            <Button block icon="bell" busy={saving} onClick={() => save(frequency)}>
              {t('web.search.tellMe')}
            </Button>
          ) : (
            <NeedsInternet />
          )}
        </>
      )}
    </Sheet>
  );
}
