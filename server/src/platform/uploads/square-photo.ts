import { workOnImage } from './image-work.ts';

/** Sharp at the largest display size on a dense screen, and fast in a list of fifty. */
const SIDE = 512;

/** Crops the middle of an inspected picture to a profile photo (JPEG), without metadata. */
export function createSquarePhoto(body: Buffer): Promise<Buffer> {
  return workOnImage((sharp) =>
    sharp(body)
      .resize({ width: SIDE, height: SIDE, fit: 'cover' })
      // The background behind transparent parts is unknown here.
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer(),
  );
}
