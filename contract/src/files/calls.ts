import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/**
 * Uploads one photo ahead of the form that names its id. It is deleted after a day if no job, quote or completion has
 * it by then.
 */
export const uploadPhoto = call({
  name: 'upload_photo',
  access: 'user',
  reads: false,
  form: schema('uploadPhoto'),
  files: [{ name: 'photo', kinds: ['image'] }],
  reply: schema('photo'),
  done: 'common.ok',
});
