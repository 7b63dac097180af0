import * as z from 'zod/mini';
import { maybeText } from '../platform/schemas.ts';

export { photo } from '../platform/schemas.ts';

export const uploadPhoto = z.object({
  /** Made by the client, one for each photo: sent again with the same key, a photo is stored once. */
  uploadKey: maybeText(100),
});
