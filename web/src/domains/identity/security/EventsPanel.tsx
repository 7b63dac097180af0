import { useState } from 'react';
import type { SecurityEvent } from '@fws/contract/identity/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, ButtonRow, Row, Rows, Sheet } from '../../../ui/index.ts';
import { getEventIcon, groupEvents, type EventGroup } from './events.ts';
import { useDeviceText } from './useDeviceText.ts';
import { useMomentText } from './useMomentText.ts';

const INITIAL_COUNT = 8;

/** What happened to the account and how often somebody tried to log in, newest first. */
export function EventsPanel({ events }: { events: readonly SecurityEvent[] }) {
  const t = useT();
  const [showsAll, setShowsAll] = useState(false);
  const groups = groupEvents(events);
  const shown = showsAll ? groups : groups.slice(0, INITIAL_COUNT);
  return (
    <Sheet title={t('security.events')}>
      {groups.length === 0 && <p className="t2 mut">{t('security.noEvents')}</p>}
      <Rows>
        {shown.map((group) => (
          <EventRow key={group[0].id} group={group} />
        ))}
      </Rows>
      {shown.length < groups.length && (
        <ButtonRow>
          <Button onClick={() => setShowsAll(true)}>{t('security.showAll', { count: groups.length })}</Button>
        </ButtonRow>
      )}
    </Sheet>
  );
}

function EventRow({ group }: { group: EventGroup }) {
  const t = useT();
  const formatMoment = useMomentText();
  const formatDevice = useDeviceText();
  const [{ at, kind, byStaff }] = group;
  const devices = new Set(group.map(({ device }) => formatDevice(device)));
  const addresses = new Set(group.map(({ address }) => address));
  const details = [
    formatMoment(at),
    devices.size === 1 ? [...devices][0] : '',
    addresses.size === 1 ? [...addresses][0] : t('security.places', { count: addresses.size }),
    byStaff ? t('security.byStaff') : '',
    kind === 'login_failed' ? t('security.nobodyIn') : '',
  ];
  return (
    <Row
      icon={getEventIcon(group[0])}
      title={t(`security.event.${kind}`, { count: group.length })}
      detail={details.filter(Boolean).join(' · ')}
    />
  );
}
