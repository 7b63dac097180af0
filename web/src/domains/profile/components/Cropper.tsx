import 'react-image-crop/dist/ReactCrop.css';
import { useState, type RefObject } from 'react';
import { centerCrop, makeAspectCrop, ReactCrop } from 'react-image-crop';
import type { PercentCrop } from 'react-image-crop';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, useControl } from '../../../ui/index.ts';

/** The smallest square, of the photo's width. */
const MIN_WIDTH_PERCENT = 30;
const ZOOM = { min: 1, max: 3, step: 0.1 };
const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;

/** The chosen square of the photo, and the zoom. */
export type CropView = { crop: PercentCrop | undefined; zoom: number };
/** How a photo is shown first. */
export const INITIAL_VIEW: CropView = { crop: undefined, zoom: ZOOM.min };

type Props = {
  source: string;
  view: CropView;
  onView: (change: (view: CropView) => CropView) => void;
  imageRef: RefObject<HTMLImageElement | null>;
  onUnreadable: () => void;
};

/** The chosen photo with a square over it, moved by pointer or arrow keys. */
export function Cropper({ source, view, onView, imageRef, onUnreadable }: Props) {
  const t = useT();
  const corner = t('web.profile.photoCorner');
  const handles = Object.fromEntries(HANDLES.map((side) => [`${side}DragHandle`, corner]));
  const setCrop = (crop: PercentCrop) => onView((current) => ({ ...current, crop }));

  const [minWidth, setMinWidth] = useState(0);

  /** The square is as large as the photo allows. */
  function begin({ width, height }: HTMLImageElement): void {
    setMinWidth((MIN_WIDTH_PERCENT / 100) * width);
    const square = makeAspectCrop({ unit: '%', width: 100 }, 1, width, height);
    setCrop(centerCrop(square, width, height));
  }

  return (
    <>
      <p className="t2">{t('web.profile.photoMove')}</p>
      <div className="pf-crop">
        <ReactCrop
          {...(view.crop && { crop: view.crop })}
          aspect={1}
          className="ReactCrop--no-animate"
          keepSelection
          minWidth={minWidth}
          ariaLabels={{ cropArea: t('web.profile.photoArea'), ...handles } as never}
          onChange={(_, percent) => setCrop(percent)}
        >
          <img
            ref={imageRef}
            src={source}
            alt=""
            style={{ transform: `scale(${view.zoom})` }}
            onLoad={({ currentTarget }) => begin(currentTarget)}
            onError={onUnreadable}
          />
        </ReactCrop>
      </div>
      <Field label={t('web.profile.zoom')}>
        <Zoom value={view.zoom} onChange={(zoom) => onView((current) => ({ ...current, zoom }))} />
      </Field>
    </>
  );
}

function Zoom({ value, onChange }: { value: number; onChange: (zoom: number) => void }) {
  const t = useT();
  return (
    <input
      {...useControl()}
      {...ZOOM}
      className="pf-zoom"
      type="range"
      value={value}
      aria-valuetext={t('web.profile.zoomOf', { zoom: value })}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
