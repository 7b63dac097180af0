import * as z from 'zod/mini';
import * as calls from '@fws/contract/files/calls';
import type { Photo } from '@fws/contract/platform/schemas';
import { allowMissing, commaList } from './fields.ts';
import { replyWithItem, translateCall } from './translation.ts';

/** Photos of a job, a quote or a completion, by their ids. Without the field they stay as they are. */
export const photoIdsField = allowMissing(commaList('photo_ids[]'));

export const photoReply = z.object({
  photo_id: z.string(),
  photo: z.string(),
  thumbnail: z.string(),
  width: z.number(),
  height: z.number(),
});

export const encodePhoto = (photo: Photo): z.output<typeof photoReply> => ({
  photo_id: photo.id,
  photo: photo.url,
  thumbnail: photo.thumbUrl,
  width: photo.width,
  height: photo.height,
});

export const fileTranslations = [
  translateCall(calls.uploadPhoto, {
    fields: { uploadKey: allowMissing('upload_key') },
    reply: replyWithItem(photoReply, encodePhoto),
  }),
];
