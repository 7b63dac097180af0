import './place.css';
import { useState } from 'react';
import { getCurrentLocale, useT } from '../../platform/i18n/index.ts';
import { INTL_LOCALES } from '../../platform/i18n/i18n.ts';
import { useOnline } from '../../platform/offline/index.ts';
import { Button, ButtonLink, Dialog, Icon, Note } from '../../ui/index.ts';
import { getDevicePosition, type Position } from './api.ts';
import { calculateDistanceKm, buildMapsLink, roundKilometres } from './distance.ts';
import { PlaceMap } from './PlaceMap.tsx';

type Props = { place: { label: string; at: Position | null }; onClose: () => void };

/** Where something is: its name, its distance and a link to other maps, and a map when one is available. */
export function PlaceDialog({ place, onClose }: Props) {
  const t = useT();
  const online = useOnline();
  const [failed, setFailed] = useState(false);
  const { label, at } = place;
  const link = (
    <ButtonLink block icon="map" to={buildMapsLink(place)} target="_blank" rel="noreferrer">
      {t('places.map.openMaps')}
    </ButtonLink>
  );
  return (
    <Dialog title={t('places.map.title')} onClose={onClose} footer={link} wide>
      <p className="place-name">
        <Icon name="pin" />
        {label}
      </p>
      {at === null ? (
        <p className="t2 mut place-note">{t('places.map.unknown')}</p>
      ) : (
        <>
          <Distance to={at} />
          {online && !failed ? (
            <PlaceMap label={label} at={at} onFail={() => setFailed(true)} />
          ) : (
            <div className="place-note">
              <Note tone="warn" icon="map" role="status">
                {t('places.map.without')}
              </Note>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

type DistanceResult = { km: number } | 'denied' | 'unavailable';

/** The device's position is requested only on a press, and does not leave the device. */
function Distance({ to }: { to: Position }) {
  const t = useT();
  const [finding, setFinding] = useState(false);
  const [result, setResult] = useState<DistanceResult>();

  async function measure(): Promise<void> {
    setFinding(true);
    const position = await getDevicePosition();
    setResult(
      typeof position === 'string' ? position : { km: roundKilometres(calculateDistanceKm(position, to)) },
    );
    setFinding(false);
  }

  return (
    <div className="place-far t2" role="status">
      {typeof result === 'object' ? (
        <p>{formatDistance(result.km)}</p>
      ) : (
        <>
          <Button
            variant="quiet"
            icon="here"
            busy={finding}
            busyText={t('places.map.finding')}
            onClick={() => void measure()}
          >
            {t('places.map.howFar')}
          </Button>
          {result && <p>{t(`places.map.${result}`)}</p>}
        </>
      )}
    </div>
  );

  function formatDistance(km: number): string {
    if (km < 1) return t('places.map.near');
    return t('places.map.distance', {
      km: new Intl.NumberFormat(INTL_LOCALES[getCurrentLocale()]).format(km),
    });
  }
}
