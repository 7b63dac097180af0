type Area = { x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

/** A larger image only takes longer to send; the server stores a smaller one. */
const SIDE_MAX = 1024;

/**
 * Calculates which part of the photo lies under a crop, and the size of the resulting square. The photo is
 * shown at `shown` and scaled by `zoom` from its centre, as CSS does.
 */
export function calculateSquare(
  crop: Area,
  { shown, natural, zoom }: { shown: Size; natural: Size; zoom: number },
): { x: number; y: number; side: number; pixels: number } | null {
  if (!(crop.width >= 1 && crop.height >= 1 && shown.width > 0 && natural.width > 0)) return null;
  const ratio = natural.width / shown.width;
  const toPhotoPosition = (position: number, length: number) =>
    (length / 2 + (position - length / 2) / zoom) * ratio;
  const side = (crop.width / zoom) * ratio;
  return {
    x: toPhotoPosition(crop.x, shown.width),
    y: toPhotoPosition(crop.y, shown.height),
    side,
    pixels: Math.max(1, Math.min(SIDE_MAX, Math.round(side))),
  };
}
