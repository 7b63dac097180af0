import { REFERENCE, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  file: {
    place: REFERENCE,
    columns: {
      plain: 'id owner_id subject subject_id content_type bytes storage_key created_at sealed_key',
      personal: 'name',
    },
  },
  photo: {
    place: REFERENCE,
    columns: {
      plain: `id owner_id upload_key file_id thumbnail_id width height subject subject_id position created_at
        taken_from`,
    },
  },
};
