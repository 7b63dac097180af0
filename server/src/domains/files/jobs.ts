import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { REMOVE_BYTES } from '../../platform/files.ts';
import { textIn, type Tasks } from '../../platform/jobs/index.ts';
import { deleteFiles, unattachedFiles } from './store.ts';

const UNATTACHED_MS = 24 * 3600_000;
const BATCH = 500;

export const tasks = ({ db, ports }: Deps): Tasks => ({
  [REMOVE_BYTES]: (payload) => ports.files.remove(textIn(payload, 'storageKey')),

  /** Uploads whose command was refused or never finished. */
  async forget_unattached_files() {
    const before = new Date(ports.clock.now().getTime() - UNATTACHED_MS);
    const files = await unattachedFiles(db, before, BATCH);
    for (const file of files) await ports.files.remove(file.storage_key);
    await inTx(db, (tx) =>
      deleteFiles(
        tx,
        files.map((file) => file.id),
      ),
    );
  },
});
