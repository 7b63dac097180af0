import { useEffect, useRef } from 'react';
import type { QueueItem } from '@fws/contract/admin/queue/schemas';
import { useNow } from '../../../platform/clock/index.ts';
import { formatRupees, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Icon } from '../../../ui/index.ts';
import { adminPaths } from '../paths.ts';
import { getItemTitle, kindIcons, kindNames } from '../labels.ts';

const SOON_MS = 4 * 3600_000;

type Props = { item: QueueItem; search: string; current: boolean };

export function QueueRow({ item, search, current }: Props) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const now = useNow();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const { kind, id, title, reference, amountPaise, dueAt, since } = item;
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
          {amountPaise !== null && ` · ${formatRupees(amountPaise)}`}
        </span>
        {leftMs < SOON_MS ? (
          <span className="q-a tab-num hot">
            <Icon name="clock" size="sm" />
            {leftMs < 0 ? t('web.admin.late') : t('web.admin.due', { when: timeAgo(dueAt) })}
          </span>
        ) : (
          <span className="q-a tab-num">{timeAgo(since)}</span>
        )}
      </Link>
    </li>
  );
}
