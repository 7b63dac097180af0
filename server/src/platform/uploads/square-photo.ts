import { workOnImage } from './image-work.ts';

/** Sharp on the largest place it is shown in, on a dense screen, and quick in a list of fifty. */
const SIDE = 512;

/** The middle of an inspected picture as the JPEG that stands for a person, without anything else that was in it. */
export function squarePhoto(body: Buffer): Promise<Buffer> {
  return workOnImage((sharp) =>
    sharp(body)
      .resize({ width: SIDE, height: SIDE, fit: 'cover' })
      // Where a picture is see-through, its place on the screen is not known here.
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer(),
  );
}
