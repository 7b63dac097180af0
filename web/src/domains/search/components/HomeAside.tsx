import '../results.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { wallet } from '@fws/contract/payouts/calls';
import { paths } from '../../../platform/router/paths.ts';
import { Link } from '../../../platform/router/index.ts';
import { formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { ButtonLink, Row, Rows, Sheet } from '../../../ui/index.ts';
import { useSavedSearchText } from '../savedSearchText.ts';
import { savedSearchPages } from '../searchApi.ts';
import type { SavedSearch } from '@fws/contract/search/schemas';
import { buildPath } from '../savedPath.ts';

/** Beside the jobs on wide screens. */
export default function HomeAside() {
  return (
    <>
      <Passbook />
      <SavedSearches />
    </>
  );
}

/** The amount that can be withdrawn. Renders nothing until it is known. */
function Passbook() {
  const t = useT();
  const online = useOnline();
  const passbook = useQuery(callQuery('wallet', wallet, { limit: '1' }));
  if (!passbook.data) return null;
  const { balancePaise, heldPaise } = passbook.data;
  return (
    <Sheet title={t('ui.passbook')}>
      <p className="job-balance money" translate="no">
        {formatRupees(balancePaise)}
      </p>
      <p className="t2 mut">
        {online
          ? t('ui.passbook.ready')
          : t('web.search.passbookAsOf', { time: formatTime(t, passbook.dataUpdatedAt) })}
      </p>
      {heldPaise > 0 && (
        <p className="t2 mut">{t('web.search.heldForYou', { amount: formatRupees(heldPaise) })}</p>
      )}
      <ButtonLink to={paths.payment()} block className="job-get-paid">
        {t('web.search.openPassbook')}
      </ButtonLink>
    </Sheet>
  );
}

const SHOWN_MAX = 3;

/** The last saved ones. Renders nothing without any. */
function SavedSearches() {
  const t = useT();
  const searches = useInfiniteQuery(savedSearchPages());
  const shown = searches.data?.pages[0]?.items.slice(0, SHOWN_MAX) ?? [];
  if (shown.length === 0) return null;
  const all = <Link to={paths.savedSearches()}>{t('web.search.seeAll')}</Link>;
  return (
    <Sheet title={t('web.search.savedSearches')} action={all}>
      <Rows>
        {shown.map((search) => (
          <SavedSearchRow key={search.id} search={search} />
        ))}
      </Rows>
    </Sheet>
  );
}

function SavedSearchRow({ search }: { search: SavedSearch }) {
  const t = useT();
  const { title } = useSavedSearchText(search);
  return (
    <Row
      title={<Link to={buildPath(search)}>{title}</Link>}
      detail={t('web.search.newJobs', { count: search.newJobs })}
    />
  );
}
