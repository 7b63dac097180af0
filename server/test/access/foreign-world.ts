import { paymentReceipts } from '@fws/contract/contracts/calls';
import { requestCode } from '../kyc/identity-checks.ts';
import type { World } from '../world.ts';
import { makeAwardedJob, makeDisputedJob, makeEndingJob, makeOpenJob, makePaidJob } from './foreign-jobs.ts';
import { makeAdminThings, makePersonalThings, makeStranger } from './foreign-people.ts';
import { startForeignIds, startStrangersIds } from './ids.ts';
import type { ForeignWorld, Owners } from './scene.ts';

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
    await makeEndingJob(owners),
    ...(await makePersonalThings(owners)),
    await makeAdminThings(owners, disputed),
  ];
  const applicantsCode = await requestCode(applicant);
  await world.drain();
  const receipts = await poster.done(paymentReceipts, {});
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
    receiptIds: receipts.items.map(({ id }) => String(id)),
  };
}
