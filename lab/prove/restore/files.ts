import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addCertificates } from '../../../contract/src/profile/calls.ts';
import { submit, createVideo } from '../../../server/test/kyc/identity-checks.ts';
import type { Db } from '../../../server/src/platform/db/index.ts';
import type { TestUser } from '../../../server/test/user.ts';
import type { Product } from './product.ts';

const PICTURE = 'e2e/support/plan.png';

/** A file as its owner opened it over HTTP. */
interface OpenedFile {
  owner: TestUser;
  path: string;
  bytes: Buffer;
}

/** The files of the product, and the copy on another machine that the runbook makes after each backup. */
export class Files {
  readonly #product: Product;
  readonly #copyFolder: string;
  readonly #before: OpenedFile[] = [];
  #late: OpenedFile | undefined;

  constructor(product: Product, folder: string) {
    this.#product = product;
    this.#copyFolder = join(folder, 'files-copy');
  }

  get #folder(): string {
    return join(this.#product.world.dataDir, 'files');
  }

  /** Uploads an identity video, which is stored encrypted, and a picture. */
  async uploadBefore(owner: TestUser): Promise<void> {
    const sent = await submit(owner, 'pan', 'ABCPE1234F', { file: createVideo() });
    if (sent.status !== 200) throw new Error(`the video was refused: ${sent.message}`);
    await this.#addPicture(owner, 'before.png');
    for (const path of await this.#listPathsOwnedBy(owner)) this.#before.push(await this.#open(owner, path));
  }

  async uploadLate(owner: TestUser): Promise<void> {
    await this.#addPicture(owner, 'late.png');
    const [path = ''] = (await this.#listPathsOwnedBy(owner)).filter((candidate) =>
      candidate.endsWith('/late.png'),
    );
    this.#late = await this.#open(owner, path);
  }

  /** Like rsync with `--ignore-existing`, because a file never changes. */
  async copy(): Promise<void> {
    await mkdir(this.#copyFolder, { recursive: true });
    await cp(this.#folder, this.#copyFolder, { recursive: true, force: false });
  }

  async lose(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  async restore(): Promise<void> {
    await cp(this.#copyFolder, this.#folder, { recursive: true });
  }

  /** Counts the files from before the backup that open unchanged. */
  async countUnchanged(): Promise<{ unchanged: number; of: number }> {
    const now = await Promise.all(
      this.#before.map(({ owner, path }) => this.#open(owner, path).catch(() => null)),
    );
    const unchanged = this.#before.filter(({ bytes }, index) => now[index]?.bytes.equals(bytes)).length;
    return { unchanged, of: this.#before.length };
  }

  /** Lists the storage keys in the database that the store does not have. */
  async findMissing(db: Db): Promise<string[]> {
    const { files } = this.#product.composeProviders();
    const rows = await db.selectFrom('file').select('storage_key').execute();
    const missing: string[] = [];
    for (const { storage_key: key } of rows) {
      const content = await files.get(key);
      content?.destroy();
      if (content === null) missing.push(key);
    }
    return missing;
  }

  /** The store has this file but the database does not know it, so nobody may read it. */
  async openLate(): Promise<number> {
    if (!this.#late) throw new Error('no file came after the backup');
    return (await this.#fetch(this.#late.owner, this.#late.path)).status;
  }

  async #addPicture(owner: TestUser, name: string): Promise<void> {
    const picture = await readFile(PICTURE);
    await owner.done(addCertificates, {}, { files: { certificates: [new File([picture], name)] } });
  }

  async #listPathsOwnedBy({ id }: TestUser): Promise<string[]> {
    const rows = await this.#product.world.db
      .selectFrom('file')
      .select(['id', 'name'])
      .where('owner_id', '=', id)
      .orderBy('created_at')
      .execute();
    return rows.map((row) => `/api/files/${row.id}/${encodeURIComponent(row.name)}`);
  }

  async #open(owner: TestUser, path: string): Promise<OpenedFile> {
    const answer = await this.#fetch(owner, path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return { owner, path, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  #fetch(owner: TestUser, path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${owner.token}` };
    return fetch(`${this.#product.world.url}${path}`, { headers });
  }
}
