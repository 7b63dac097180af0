import type { TestUser } from '../user.ts';
import type { World } from '../world.ts';

/** The kind of an object that a form field names, as a manifest calls it. */
export type ObjectKind = string;

/** Objects that belong together, and their owners. */
export interface Scene {
  name: string;
  ids: Readonly<Record<ObjectKind, string>>;
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

/** A call that a stranger may make about somebody's object. Its replies contain nothing private. */
export interface PublicObject {
  /** The scenes in which the call is public. Default: all. */
  scenes?: readonly string[];
  why: string;
  /** Tables in which the call may change rows that concern the owners and not the stranger. */
  changes?: readonly string[];
}

/** What the tests of access need to know of a domain: its `testing/access.ts` exports it as `access`. */
export interface AccessFacts {
  /**
   * Valid wire values, by clean name or by `<call>.<field>`, for the required fields of its calls that name an object and
   * for which server/test/access/form-fields.ts has none.
   */
  values?: Readonly<Record<string, string>>;
  /** By the name of the call. */
  publicObjects?: Readonly<Record<string, PublicObject>>;
  /** Creates one object of each kind that its calls name, for those of users and for those of admins. Returns their ids. */
  objects?: Partial<Record<'users' | 'admins', (owners: Owners) => Promise<Scene['ids']>>>;
}
