import { PHOTO_MAX_SIDE, THUMBNAIL_MAX_SIDE } from '@fws/contract/platform/limits';
import { workOnImage } from './image-work.ts';

export interface PhotoSizes {
  large: Buffer;
  thumbnail: Buffer;
  /** Of the large size. */
  width: number;
  height: number;
}

/** Both sizes (JPEG) of a picture that was inspected, which is upright and without metadata then. */
export function createPhotoSizes(upload: { contentType: string; body: Buffer }): Promise<PhotoSizes> {
  return workOnImage(async (sharp) => {
    const { width, height } = await sharp(upload.body).metadata();
    const encode = (maxSide: number, quality: number) =>
      sharp(upload.body)
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        // The background behind transparent parts is unknown here.
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer({ resolveWithObject: true });
    // Each encoding loses details, so a picture that fits is kept as the inspection has encoded it.
    const isLarge = upload.contentType === 'image/jpeg' && Math.max(width, height) <= PHOTO_MAX_SIDE;
    const large = isLarge ? { data: upload.body, info: { width, height } } : await encode(PHOTO_MAX_SIDE, 82);
    const thumbnail = await encode(THUMBNAIL_MAX_SIDE, 76);
    return {
      large: large.data,
      thumbnail: thumbnail.data,
      width: large.info.width,
      height: large.info.height,
    };
  });
}
