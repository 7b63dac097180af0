import type { TestUser } from '../user.ts';
import type { World } from '../world.ts';
import type { ObjectKind } from './form-fields.ts';

/** Objects that belong together, and their owners. */
export interface Scene {
  name: string;
  ids: Partial<Record<ObjectKind, string>>;
  owners: readonly TestUser[];
}

/** One of every object that a call can name, its owners, and a stranger who owns none of them. */
export interface ForeignWorld {
  /** Objects are in states in which most calls of their owners succeed. */
  scenes: readonly Scene[];
  /** Texts that only the owners, their partners and FWS may read. */
  privateTexts: readonly string[];
  /** Ids and numbers of people and open jobs, which every signed-in user may see. */
  publicIds: ReadonlySet<string>;
  poster: TestUser;
  worker: TestUser;
  /** Verified, with wallet money, an account, jobs on both sides and a friend, but none of the objects above. */
  stranger: TestUser;
  /** The stranger's own objects, to combine with foreign ones. */
  strangersOwn: readonly Scene[];
  /** A user who has not proven their identity. */
  newcomer: TestUser;
  /** The code for the user's video, for calls that require it. */
  videoCodes: ReadonlyMap<TestUser, string>;
  invoiceIds: readonly string[];
  receiptIds: readonly string[];
}

/** The owners of the objects, and functions that mark their data as private. */
export interface Owners {
  world: World;
  poster: TestUser;
  worker: TestUser;
  /** A user in the middle of an identity check. */
  applicant: TestUser;
  workersSurname: string;
  /** Creates a unique private text that can be recognised in any reply. */
  createSecret: (label: string) => string;
  /** Marks texts that need a certain format as private. */
  hide: (...texts: string[]) => void;
  /** A PDF with a private name and content. */
  createPdf: (label: string) => File;
}
