import sharp from 'sharp';
import { uploadPhoto } from '@fws/contract/files/calls';
import type { Photo } from '@fws/contract/platform/schemas';
import type { TestUser } from '../user.ts';

/** A picture of one colour, as a phone would send it. */
export async function createPicture(
  { width = 800, height = 600, background = '#2d3681' } = {},
  name = 'IMG_0042.jpg',
): Promise<File> {
  const body = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(body)], name);
}

export const upload = async (user: TestUser, photo?: File): Promise<Photo> =>
  user.done(
    uploadPhoto,
    { uploadKey: crypto.randomUUID() },
    { files: { photo: photo ?? (await createPicture()) } },
  );
