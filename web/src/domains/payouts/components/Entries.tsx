import type { PassbookLine } from '@fws/contract/payouts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Empty, LoadMore, PassbookTable, type PagedList } from '../../../ui/index.ts';
import { toPassbookEntry } from '../labels.ts';
import { calculateBroughtForward } from '../withdrawal.ts';

type Props = {
  held: readonly PassbookLine[];
  lines: readonly PassbookLine[];
  list: PagedList;
};

/** Held money in pencil, then the entries, newest first. */
export function Entries({ held, lines, list }: Props) {
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
        entries={[...held, ...lines].map((line) => toPassbookEntry(t, line))}
        {...(forwarded ? { broughtForward: forwarded } : {})}
      />
      {held.length > 0 && <p className="t2 mut pay-pencil">{t('web.payouts.pencil')}</p>}
      <LoadMore list={list} />
    </>
  );
}
