export interface RawPicture {
  width: number;
  height: number;
  /** Three bytes per pixel: red, green, blue; top row first. */
  rgb: Buffer;
}

const FILE_HEADER_BYTES = 14;
const INFO_HEADER_BYTES = 40;
const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;

interface BmpLayout {
  width: number;
  height: number;
  topDown: boolean;
  bitsPerPixel: number;
  pixelsAt: number;
  paletteAt: number;
}

/** Decodes uncompressed Windows bitmaps, which sharp cannot read. Null for other kinds and broken ones. */
export function decodeBmp(content: Buffer, maxPixels: number): RawPicture | null {
  const layout = readLayout(content);
  if (layout === null || layout.width * layout.height > maxPixels) return null;
  const { width, height, topDown, bitsPerPixel, pixelsAt } = layout;
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  if (pixelsAt + rowBytes * height > content.length) return null;

  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const rowAt = pixelsAt + rowBytes * (topDown ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) {
      const colourAt = getColourOffset(content, layout, rowAt, x);
      const target = (y * width + x) * 3;
      rgb[target] = content[colourAt + 2] ?? 0;
      rgb[target + 1] = content[colourAt + 1] ?? 0;
      rgb[target + 2] = content[colourAt] ?? 0;
    }
  }
  return { width, height, rgb };
}

function readLayout(content: Buffer): BmpLayout | null {
  if (content.length < FILE_HEADER_BYTES + INFO_HEADER_BYTES) return null;
  const infoBytes = content.readUInt32LE(14);
  const width = content.readInt32LE(18);
  const signedHeight = content.readInt32LE(22);
  const bitsPerPixel = content.readUInt16LE(28);
  const compression = content.readUInt32LE(30);
  const isUncompressed = compression === UNCOMPRESSED || (compression === BIT_FIELDS && bitsPerPixel === 32);
  const isKnownLayout = infoBytes >= INFO_HEADER_BYTES && [1, 4, 8, 24, 32].includes(bitsPerPixel);
  if (!isUncompressed || !isKnownLayout || width <= 0 || signedHeight === 0) return null;
  return {
    width,
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    bitsPerPixel,
    pixelsAt: content.readUInt32LE(10),
    paletteAt: FILE_HEADER_BYTES + infoBytes,
  };
}

/** The offset of the pixel's blue, green and red: in the pixel itself, or in the palette entry it refers to. */
function getColourOffset(content: Buffer, layout: BmpLayout, rowAt: number, x: number): number {
  const { bitsPerPixel, paletteAt } = layout;
  if (bitsPerPixel >= 24) return rowAt + x * (bitsPerPixel / 8);
  const bitAt = x * bitsPerPixel;
  const byte = content[rowAt + Math.floor(bitAt / 8)] ?? 0;
  const shift = 8 - bitsPerPixel - (bitAt % 8);
  const index = (byte >> shift) & ((1 << bitsPerPixel) - 1);
  return paletteAt + index * 4;
}
