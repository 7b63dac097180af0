import type { PassbookLine } from '@fws/contract/payouts/schemas';
import type { RestingRelease } from '@fws/contract/rests/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Empty, LoadMore, PassbookTable, type PagedList } from '../../../ui/index.ts';
import { toPassbookEntry } from '../labels.ts';
import { calculateBroughtForward, findResting } from '../withdrawal.ts';

type Props = {
  held: readonly PassbookLine[];
  lines: readonly PassbookLine[];
  resting: readonly RestingRelease[];
  list: PagedList;
};

/** Held money in pencil, then the entries, newest first. */
export function Entries({ held, lines, resting, list }: Props) {
  const t = useT();
  if (held.length === 0 && lines.length === 0)
    return (
      <Empty
        title={t('web.payouts.noEntries')}
        action={
          <ButtonLink to={paths.home()} variant="primary">
            {t('shell.findJobs')}
          </ButtonLink>
        }
      >
        {t('web.payouts.noEntriesWhy')}
      </Empty>
    );
  const forwarded = list.hasNextPage ? calculateBroughtForward(lines) : undefined;
  return (
    <>
      <PassbookTable
        entries={[...held, ...lines].map((line) => toPassbookEntry(t, line, findResting(line, resting)))}
        {...(forwarded ? { broughtForward: forwarded } : {})}
      />
      {resting.length > 0 && <p className="t2 mut pay-pencil">{t('web.payouts.restsKey')}</p>}
      {held.length > 0 && <p className="t2 mut pay-pencil">{t('web.payouts.pencil')}</p>}
      <LoadMore list={list} />
    </>
  );
}
