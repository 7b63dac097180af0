import '../today.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { TodayItem, Today as TodayReply, Waiting } from '@fws/contract/today/schemas';
import {
  formatDate,
  formatMoment,
  formatRupees,
  useT,
  type Translate,
} from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Button, ButtonLink, LoadError, Stone } from '../../../ui/index.ts';
import { todayQuery } from '../api.ts';
import { buildItemPath, getStone, getVariant } from '../items.ts';

const SHOWN_FIRST = 3;

/** What waits for the reader. Its place is reserved while it loads. */
export function Today() {
  const { data, error, refetch } = useQuery(todayQuery());
  return (
    <section className="today">
      {data ? <TodayList today={data} /> : error && <LoadError error={error} onRetry={refetch} />}
    </section>
  );
}

/** At most three rows at first, and below them what waits for others. */
function TodayList({ today: { items, waiting, waitingMore } }: { today: TodayReply }) {
  const t = useT();
  const [showAll, setShowAll] = useState(false);
  return (
    <>
      <h2>{t('web.today.title')}</h2>
      <ul>
        {items.slice(0, showAll ? undefined : SHOWN_FIRST).map((item, index) => (
          <TodayRow key={buildKey(item)} item={item} isFirst={index === 0} />
        ))}
        {items.length === 0 && <NothingToDo />}
      </ul>
      {items.length > SHOWN_FIRST && !showAll && (
        <Button variant="quiet" className="today-all" onClick={() => setShowAll(true)}>
          {t('web.today.all', { count: items.length })}
        </Button>
      )}
      {waiting && (
        <p className="calm">
          {formatWaiting(t, waiting)}
          {waitingMore > 0 && ` ${t('web.today.waitingMore', { count: waitingMore })}`}
        </p>
      )}
    </>
  );
}

const buildKey = ({ kind, jobId, milestoneId, quoteId }: TodayItem) =>
  [kind, jobId, milestoneId, quoteId].join(' ');

function TodayRow({ item, isFirst }: { item: TodayItem; isFirst: boolean }) {
  const t = useT();
  const { state, mark } = getStone(item);
  const variant = getVariant(item);
  const values = formatValues(t, item);
  const id = `today ${buildKey(item)}`.replaceAll(' ', '-');
  return (
    <li>
      <Stone state={state} number={mark} />
      <div id={id}>
        <b>{t(`web.today.${variant}.head`, values)}</b>
        <small>{t(`web.today.${variant}.text`, values)}</small>
      </div>
      <ButtonLink
        id={`${id}-do`}
        // The button's own text and the row's: "Release ₹24,000 to release …".
        aria-labelledby={`${id}-do ${id}`}
        variant={isFirst ? 'primary' : 'second'}
        to={buildItemPath(item)}
      >
        {t(`web.today.${variant}.do`)}
      </ButtonLink>
    </li>
  );
}

function NothingToDo() {
  const t = useT();
  return (
    <li>
      <Stone state="none" number={0} />
      <div>
        <b>{t('web.today.nothing')}</b>
        <small>{t('web.today.nothingNext')}</small>
      </div>
      <ButtonLink to={paths.postJob()}>{t('shell.postJob')}</ButtonLink>
    </li>
  );
}

const formatValues = (t: Translate, { amountPaise, count, dueAt, jobNumber, name, position }: TodayItem) => ({
  amount: formatRupees(amountPaise ?? 0),
  count: count ?? 0,
  date: dueAt === null ? '' : formatDate(t, dueAt, { year: false }),
  time: dueAt === null ? '' : formatMoment(t, dueAt),
  job: jobNumber ?? '',
  name: name ?? '',
  position: position ?? 0,
});

function formatWaiting(t: Translate, { kind, amountPaise, dueAt, jobNumber, name }: Waiting): string {
  const isUndated = (kind === 'payment' || kind === 'visit') && dueAt === null;
  return t(isUndated ? `web.today.waits.${kind}_undated` : `web.today.waits.${kind}`, {
    amount: formatRupees(amountPaise ?? 0),
    date: dueAt === null ? '' : formatDate(t, dueAt, { year: false }),
    time: dueAt === null ? '' : formatMoment(t, dueAt),
    job: jobNumber ?? '',
    name: name ?? '',
  });
}
