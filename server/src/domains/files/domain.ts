import { fileTranslations } from '../../legacy/files.ts';
import type { Domain } from '../../platform/domain.ts';
import { FILE_KEY_USE } from '../../platform/files.ts';
import { mountDownload } from './http.ts';
import { routes } from './routes.ts';
import { tasks } from './tasks.ts';
import { TABLES } from './tables.ts';

export const filesDomain: Domain = {
  name: 'files',
  imports: [],
  translations: fileTranslations,
  tables: TABLES,
  objects: {
    fileId: 'paper',
    // One's own uploads: somebody else's are refused as if they were deleted (photos.wire.test.ts).
    photoIds: null,
  },
  routes,
  tasks,
  crontab: ['17 * * * * delete_unattached_files', '37 * * * * encrypt_files'],
  sealedColumns: [{ table: 'file', primaryKey: 'id', column: 'sealed_key', use: FILE_KEY_USE }],
  http: mountDownload,
};
