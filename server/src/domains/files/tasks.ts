import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { encryptBody, REMOVE_BYTES } from '../../platform/files.ts';
import { defineTasks, enqueue, enqueueAll, noPayload, type Payloads } from '../../platform/queue/index.ts';
import {
  deleteUnattachedFiles,
  isStored,
  moveFile,
  listUnencryptedFiles,
  type UnencryptedFile,
} from './store.ts';

const UNATTACHED_MS = 24 * 3600_000;
const BATCH = 500;
const ENCRYPT_BATCH = 20;
/** Longer than encrypting a file and updating its row can take. */
const UNUSED_AFTER_MS = 3600_000;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

const payloads = {
  [REMOVE_BYTES]: z.object({ storageKey: z.string() }),
  delete_unattached_files: noPayload,
  encrypt_files: noPayload,
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    async [REMOVE_BYTES]({ storageKey }) {
      if (!(await isStored(deps.db, storageKey))) await deps.ports.files.remove(storageKey);
    },

    /** Deletes uploads whose command was refused or never finished. */
    async delete_unattached_files() {
      const before = new Date(deps.ports.clock.now().getTime() - UNATTACHED_MS);
      await inTx(deps.db, async (tx) => {
        const storageKeys = await deleteUnattachedFiles(tx, before, BATCH);
        await enqueueAll(
          tx,
          storageKeys.map((storageKey) => ({ task: REMOVE_BYTES, payload: { storageKey } })),
        );
      });
    },

    /** Encrypts files that were stored before files of their subject were encrypted. */
    async encrypt_files() {
      for (let after = BEFORE_ALL_IDS; ;) {
        const files = await listUnencryptedFiles(deps.db, after, ENCRYPT_BATCH);
        for (const file of files) await encryptFile(deps, file);
        const last = files.at(-1);
        if (!last || files.length < ENCRYPT_BATCH) return;
        after = last.id;
      }
    },
  });

/** Writes the encrypted copy beside the plain file, updates the row, then removes the plain file. */
async function encryptFile({ db, ports, keyring, log }: Deps, file: UnencryptedFile): Promise<void> {
  const plainContent = await ports.files.get(file.storage_key);
  if (!plainContent) {
    log.warn('a file has no stored bytes', { fileId: file.id });
    return;
  }
  const { sealedKey, stored } = encryptBody(keyring, await buffer(plainContent));
  const storageKey = `${file.subject}/${randomUUID()}${path.extname(file.storage_key)}`;
  // Enqueue the removal first, so that no copy is left behind when this process stops before the update.
  const startedAt = Date.now();
  const runAt = new Date(startedAt + UNUSED_AFTER_MS);
  await inTx(db, (tx) => enqueue(tx, REMOVE_BYTES, { storageKey }, { runAt }));
  await ports.files.put(storageKey, stored);
  // Too late: the removal task may have deleted the copy by then. The next run writes another one.
  if (Date.now() - startedAt > UNUSED_AFTER_MS / 2) return;
  await inTx(db, async (tx) => {
    if (await moveFile(tx, file, { storageKey, sealedKey }))
      await enqueue(tx, REMOVE_BYTES, { storageKey: file.storage_key });
  });
}
