import pg from 'pg';
import sharp from 'sharp';
import { connect } from '@fws/contract/connections/calls';
import { aadhaarCaptcha } from '@fws/contract/kyc/calls';
import { addCertificates, setPublicPage, updateProfile } from '@fws/contract/profile/calls';
import { createSession } from '../../src/domains/identity/index.ts';
import { upload } from '../files/photos.ts';
import { submit } from '../kyc/identity-checks.ts';
import {
  createBankAccount,
  waitForWithdrawal,
  createUpiAccount,
  withdraw,
  parseWithdrawalId,
} from '../payouts.ts';
import { award, endRests, fund, getMilestoneAt, payOut, post, type MilestoneAt } from '../story.ts';
import type { World } from '../world.ts';
import { makeDomainObjects } from './domains.ts';
import type { ForeignWorld, Owners, Scene } from './scene.ts';

// Objects of one person (documents, accounts, sessions), and the stranger who requests them.

/** Fills in every profile field. Fields that a stranger may see get plain values, all others secret ones. */
async function fillProfile({ worker, createSecret, hide, createPdf }: Owners): Promise<void> {
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2d3681' } })
    .jpeg()
    .toBuffer();
  const mobiles = ['9800077701', '9800077702'] as const;
  hide(...mobiles);
  await worker.done(
    updateProfile,
    {
      qualification: 'diploma',
      age: '34',
      gender: 'male',
      nativeLocation: createSecret('NativePlace'),
      location: `${createSecret('Street')} 14, Kothrud, Pune`,
      webLink: `https://fws.example/${createSecret('WebLink')}`,
      about: 'Painter of flats',
      skills: ['Painting'],
      categoryIds: ['1'],
      years: ['3'],
      companies: [createSecret('Company')],
      from: ['2020-01-01'],
      to: ['2023-01-01'],
      professionalNames: [createSecret('ProfessionalName')],
      professionalMobiles: [mobiles[0]],
      professionalProfessions: [createSecret('ProfessionalTrade')],
      professionalUsernames: [''],
      personalNames: [createSecret('PersonalName')],
      personalMobiles: [mobiles[1]],
      personalProfessions: [createSecret('PersonalTrade')],
      personalUsernames: [''],
    },
    { files: { photo: new File([new Uint8Array(photo)], 'profile_picture.jpg') } },
  );
  const files = { certificates: [createPdf('Certificate')], resume: createPdf('Resume') };
  await worker.done(addCertificates, {}, { files });
  await worker.done(setPublicPage, { isPublic: 'yes', photoIds: [(await upload(worker)).id] });
}

/** Accounts, documents and a withdrawal of the worker; a passkey, an identity check and a session of the poster. */
export async function makePersonalThings(owners: Owners): Promise<Scene[]> {
  const { world, poster, worker, createSecret, hide } = owners;
  await fillProfile(owners);
  await poster.done(setPublicPage, { isPublic: 'yes' });
  const number = '50100417700123';
  const upiId = 'bilal.zq@okbank';
  const ifsc = 'SBIN0007707';
  hide(number, ifsc, upiId);
  const bank = await createBankAccount(worker, number, {
    holderName: `${worker.firstName} ${owners.workersSurname}`,
    bankName: createSecret('Bank'),
    ifsc,
  });
  const upi = await createUpiAccount(worker, upiId);
  await endRests(world, worker);
  const withdrawal = parseWithdrawalId(await withdraw(worker, bank.id, '2'));
  await waitForWithdrawal(world, withdrawal, 'paid');
  const papers = await world.db
    .selectFrom('file')
    .select(['id', 'subject'])
    .where('owner_id', '=', worker.id)
    .execute();
  const findPaperUrl = (subject: string) =>
    `/api/files/${papers.find((file) => file.subject === subject)?.id}/paper.pdf`;
  const { email, mobile } = worker;
  const parties = [poster, worker];
  return [
    {
      name: 'a bank account, a resume and contacts',
      ids: {
        account: String(bank.id),
        paper: findPaperUrl('resume'),
        email,
        mobile,
        user: String(poster.id),
      },
      owners: parties,
    },
    {
      name: 'a UPI ID, a certificate and an identity check',
      ids: {
        account: String(upi.id),
        paper: findPaperUrl('certificate'),
        ...(await makeDomainObjects(owners, 'users')),
        ...(await createIdentityAndSession(owners)),
      },
      owners: parties,
    },
    await createIdentitySession(owners),
  ];
}

async function createIdentityAndSession({
  world,
  poster,
  createSecret,
  hide,
}: Owners): Promise<Scene['ids']> {
  const number = 'ABCPE7777F';
  hide(number);
  await submit(poster, 'pan', number);
  const { reference_id: reference } = await world.db
    .selectFrom('identity_check')
    .select('reference_id')
    .where('user_id', '=', poster.id)
    .executeTakeFirstOrThrow();
  const device = createSecret('Device');
  const token = await createSession(world.db, {
    userId: poster.id,
    now: world.clock.now(),
    ttlMs: 24 * 3600_000,
    client: 'web',
    device,
    confirmed: false,
  });
  hide(token);
  const session = await world.db
    .selectFrom('session')
    .select('id')
    .where('device', '=', device)
    .executeTakeFirstOrThrow();
  return { reference, session: String(session.id) };
}

async function createIdentitySession({ applicant, hide }: Owners): Promise<Scene> {
  const { sessionId } = await applicant.done(aadhaarCaptcha, {});
  hide(sessionId);
  return { name: 'an identity session', ids: { identitySession: sessionId }, owners: [applicant] };
}

export const ADMIN_SCENE = 'what waits for people of FWS';

/** One object of each kind that only admins see, with a disputed job. */
export async function makeAdminThings(owners: Owners, disputed: Scene): Promise<Scene> {
  const { world, poster, worker } = owners;
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  const queryId = async (sql: string): Promise<string> => {
    const { rows } = await client.query<{ id: string }>(sql);
    return String(rows[0]?.id);
  };
  const ids = {
    ...disputed.ids,
    case: await queryId(
      `INSERT INTO ops_case (kind, subject, amount_paise, raised_at)
       VALUES ('refund_failed', 'none', 100, now()) RETURNING id`,
    ),
    approval: await queryId(
      `INSERT INTO admin_approval (act, subject_id, command, amount_paise, reason, asked_by, asked_at)
       VALUES ('dispute_settled', 1, '{}', 100, 'Much money', ${worker.id}, now()) RETURNING id`,
    ),
    webhook: await queryId(
      `INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict)
       VALUES ('cashfree', 'none', 'PAYMENT_SUCCESS_WEBHOOK', '{}', '{}', 'forged') RETURNING id`,
    ),
    task: await queryId(
      `SELECT id FROM graphile_worker.add_job('notify', '{}', run_at := now() + interval '1 year')`,
    ),
    check: await queryId('SELECT id FROM identity_check'),
    nameChange: await queryId(
      `INSERT INTO name_change (user_id, former_first_name, former_last_name, first_name, last_name, explanation,
         requested_at)
       SELECT id, first_name, last_name, first_name, 'Changed', 'Married', now() FROM user_account WHERE id = ${worker.id}
       RETURNING id`,
    ),
    sample: await queryId('SELECT id FROM kyc_sample_video'),
    withdrawal: await queryId('SELECT id FROM withdrawal'),
    ledgerAccount: `wallet:${worker.id}`,
    ...(await makeDomainObjects(owners, 'admins')),
  };
  await client.end();
  return { name: ADMIN_SCENE, ids, owners: [poster, worker] };
}

/** The stranger, who may do everything a user may and has own objects; and a newcomer without any. */
export async function makeStranger(
  world: World,
): Promise<Pick<ForeignWorld, 'stranger' | 'strangersOwn' | 'newcomer'>> {
  const stranger = await world.user({ firstName: 'Chitra', identity: 'verified' });
  const friend = await world.user({ firstName: 'Farid' });
  const newcomer = await world.user({ firstName: 'Gita' });
  await stranger.done(connect, { userId: String(friend.id) });
  await createBankAccount(stranger, '60200417700999');
  const open = await post(world, stranger);
  const postedContract = await award(world, { poster: stranger, worker: friend }, { term: 'completion' });
  const finishedContract = await award(world, { poster: friend, worker: stranger }, { term: 'completion' });
  const at = getMilestoneAt(finishedContract);
  await fund(world, friend, at);
  await payOut({ poster: friend, worker: stranger }, at);
  const buildScene = (name: string, ids: Scene['ids']): Scene => ({
    name,
    ids: { ...ids, user: String(friend.id) },
    owners: [stranger],
  });
  const toIds = ({ jobId, milestoneId }: MilestoneAt): Scene['ids'] => ({
    job: String(jobId),
    milestone: String(milestoneId),
  });
  return {
    stranger,
    newcomer,
    strangersOwn: [
      buildScene('an open job of their own', { job: String(open.id) }),
      buildScene('a job they posted', toIds(getMilestoneAt(postedContract))),
      buildScene('a job they did', toIds(at)),
    ],
  };
}
