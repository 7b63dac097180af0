import { useEffect, useRef } from 'react';
import type { QueueItem } from '@fws/contract/admin/queue/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { useNow } from '../../../platform/clock/index.ts';
import { formatDate, formatRupees, formatTime, useT, type Translate } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Icon } from '../../../ui/index.ts';
import { adminPaths } from '../paths.ts';
import { getItemTitle, kindIcons, kindNames } from './labels.ts';

const SOON_MS = 4 * 3600_000;

type Props = { item: QueueItem; search: string; current: boolean };

export function QueueRow({ item, search, current }: Props) {
  const t = useT();
  const now = useNow();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const { kind, id, title, reference, amountPaise, dueAt, ownCase } = item;
  const leftMs = Date.parse(dueAt) - now;
  const to = `${adminPaths.case(kind, id)}${search && `?${search}`}`;
  return (
    <li ref={row}>
      <Link to={to} aria-current={current ? 'true' : undefined}>
        <span className="q-t">
          <Icon name={kindIcons[kind]} />
          {t(kindNames[kind])}
        </span>
        <b>{getItemTitle(kind, title)}</b>
        <span className="q-m tab-num">
          {reference}
          {amountPaise !== null && (
            <>
              {' · '}
              <strong>{formatRupees(amountPaise)}</strong>
            </>
          )}
          {ownCase && <> · {t('web.admin.ownCase')}</>}
        </span>
        <span className={leftMs < SOON_MS ? 'q-a tab-num hot' : 'q-a tab-num'}>
          {leftMs < SOON_MS && <Icon name="clock" size="sm" />}
          {t(leftMs < 0 ? 'web.admin.late' : 'web.admin.due', { when: formatDue(t, dueAt, now) })}
        </span>
      </Link>
    </li>
  );
}

/** The time where it is due today, otherwise the day. */
const formatDue = (t: Translate, dueAt: string, now: number): string =>
  toIstDate(new Date(dueAt)) === toIstDate(new Date(now))
    ? formatTime(t, dueAt)
    : formatDate(t, dueAt, { year: false });
