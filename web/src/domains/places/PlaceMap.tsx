import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { MapTiles } from '@fws/contract/places/schemas';
import { useT } from '../../platform/i18n/index.ts';
import { tilesQuery, type Position } from './api.ts';

type Props = {
  label: string;
  at: Position;
  /** No map is available: the library, the setting or every tile failed to load. */
  onFail: () => void;
};

/** A map with a pin. It loads when it is shown, and reports when it cannot load. */
export function PlaceMap({ label, at, onFail }: Props) {
  const t = useT();
  const element = useRef<HTMLDivElement>(null);
  const { data: tiles, isError } = useQuery(tilesQuery());
  const isUnavailable = isError || tiles?.url === '';
  const { latitude, longitude } = at;
  const [zoomIn, zoomOut] = [t('places.map.zoomIn'), t('places.map.zoomOut')];
  // A map that fails later calls the callback of the latest render.
  const fail = useRef(onFail);
  useEffect(() => {
    fail.current = onFail;
  });

  useEffect(() => {
    if (isUnavailable) fail.current();
    if (isUnavailable || !tiles) return undefined;
    let map: { remove(): void } | undefined;
    let isUnmounted = false;
    async function draw(settings: MapTiles): Promise<void> {
      const { drawMap } = await import('./map.ts');
      if (isUnmounted || !element.current) return;
      map = drawMap(element.current, {
        at: { latitude, longitude },
        tiles: settings,
        labels: { zoomIn, zoomOut },
        onNoTiles: () => fail.current(),
      });
    }
    draw(tiles).catch(() => fail.current());
    return () => {
      isUnmounted = true;
      map?.remove();
    };
  }, [tiles, isUnavailable, latitude, longitude, zoomIn, zoomOut]);

  return (
    <div
      ref={element}
      className="place-map"
      role="region"
      aria-label={t('places.map.label', { place: label })}
    />
  );
}
