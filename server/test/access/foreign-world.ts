import { requestCode } from '../../src/domains/kyc/testing.ts';
import type { TestUser } from '../user.ts';
import type { World } from '../world.ts';
import { makeAwardedJob, makeDisputedJob, makeOpenJob, makePaidJob } from './foreign-jobs.ts';
import { makeAdminThings, makePersonalThings, makeStranger } from './foreign-people.ts';
import type { ObjectKind } from './form-fields.ts';
import { startForeignIds, startStrangersIds } from './ids.ts';

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

async function makeOwners(world: World, privateTexts: string[]): Promise<Owners> {
  const hide = (...texts: string[]) => void privateTexts.push(...texts);
  const createSecret = (label: string): string => {
    const text = `Zq${label}Zq`;
    hide(text);
    return text;
  };
  const createPdf = (label: string) =>
    new File(
      [
        `%PDF-1.7\n% ${createSecret(`${label}Text`)}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n`,
      ],
      `${createSecret(`${label}Name`)}.pdf`,
    );
  const workersSurname = createSecret('WorkersSurname');
  const poster = await world.user({ firstName: 'Asha', lastName: createSecret('PostersSurname') });
  const worker = await world.user({ firstName: 'Bilal', lastName: workersSurname, identity: 'verified' });
  const applicant = await world.user({ firstName: 'Deepa', lastName: createSecret('ApplicantsSurname') });
  for (const { email, mobile, token } of [poster, worker, applicant])
    hide(email, mobile.replace('+91', ''), token);
  return { world, poster, worker, applicant, workersSurname, createSecret, hide, createPdf };
}

export async function makeForeignWorld(world: World): Promise<ForeignWorld> {
  const privateTexts: string[] = [];
  await startForeignIds(world);
  const owners = await makeOwners(world, privateTexts);
  const { poster, worker, applicant } = owners;
  const open = await makeOpenJob(owners);
  const disputed = await makeDisputedJob(owners);
  const scenes = [
    open.scene,
    ...(await makeAwardedJob(owners)),
    disputed,
    await makePaidJob(owners),
    ...(await makePersonalThings(owners)),
    await makeAdminThings(owners, disputed),
  ];
  const applicantsCode = await requestCode(applicant);
  await world.drain();
  const invoices = await world.db.selectFrom('invoice').select('id').execute();

  await startStrangersIds(world);
  const strangers = await makeStranger(world);
  const newcomersCode = await requestCode(strangers.newcomer);
  await world.drain();
  return {
    ...strangers,
    scenes,
    privateTexts,
    publicIds: new Set([poster.id, worker.id, applicant.id, open.job.id, open.job.number].map(String)),
    poster,
    worker,
    videoCodes: new Map([
      [applicant, applicantsCode],
      [strangers.newcomer, newcomersCode],
    ]),
    invoiceIds: invoices.map(({ id }) => String(id)),
  };
}
