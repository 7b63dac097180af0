import { expect, test } from 'vitest';
import { uploadPhoto } from '@fws/contract/files/calls';
import { encodeLegacyReply } from '../../test/legacy.ts';

test('writes every field of a stored photo', async () => {
  const photo = {
    id: 'p1',
    url: '/api/files/f1/photo.jpg',
    thumbUrl: '/api/files/f2/thumbnail.jpg',
    width: 1600,
    height: 900,
  };
  expect(await encodeLegacyReply(uploadPhoto, photo)).toEqual({
    data: [
      {
        photo_id: 'p1',
        photo: '/api/files/f1/photo.jpg',
        thumbnail: '/api/files/f2/thumbnail.jpg',
        width: 1600,
        height: 900,
      },
    ],
  });
});
