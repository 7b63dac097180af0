import './map.css';
import * as leaflet from 'leaflet';
import type { MapTiles } from '@fws/contract/places/schemas';
import type { Position } from './api.ts';

/** Shows a town and its surroundings. */
const ZOOM = 11;
const LARGEST_ZOOM = 19;

/** Our own marker; the library's markers are images to download. */
const PIN =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 21.5s-6.5-6.6-6.5-11.4a6.5 6.5 0 0113 0c0 4.8-6.5 11.4-6.5 11.4zM12 7.8a2.3 2.3 0 100 4.6 2.3 2.3 0 000-4.6z"/></svg>';

interface Drawing {
  at: Position;
  tiles: MapTiles;
  labels: { zoomIn: string; zoomOut: string };
  /** The first view has loaded, and no tile of it arrived. */
  onNoTiles: () => void;
}

/** Draws a map with one pin into an element. This module and the library are loaded only for that. */
export function drawMap(element: HTMLElement, { at, tiles, labels, onNoTiles }: Drawing): { remove(): void } {
  const animates = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = leaflet.map(element, {
    center: [at.latitude, at.longitude],
    zoom: ZOOM,
    zoomControl: false,
    zoomAnimation: animates,
    fadeAnimation: animates,
    markerZoomAnimation: animates,
  });
  map.attributionControl.setPrefix(false);
  leaflet.control.zoom({ zoomInTitle: labels.zoomIn, zoomOutTitle: labels.zoomOut }).addTo(map);
  let tilesLoaded = 0;
  const layer = leaflet
    .tileLayer(tiles.url, {
      attribution: escapeHtml(tiles.credit),
      maxZoom: LARGEST_ZOOM,
      // Our pages send no referrer to other sites, but tile providers require one.
      referrerPolicy: 'strict-origin-when-cross-origin',
    })
    .on('tileload', () => void tilesLoaded++)
    .on('load', () => {
      if (tilesLoaded === 0) onNoTiles();
    });
  layer.addTo(map);
  const icon = leaflet.divIcon({ html: PIN, className: 'map-pin', iconSize: [34, 34], iconAnchor: [17, 33] });
  leaflet.marker([at.latitude, at.longitude], { icon, interactive: false, keyboard: false }).addTo(map);
  return map;
}

/** The credit is plain text from the settings, but the library takes HTML. */
function escapeHtml(text: string): string {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
}
