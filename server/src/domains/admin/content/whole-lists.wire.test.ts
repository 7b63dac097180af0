import * as calls from '@fws/contract/admin/content/calls';
import { adminEnquiry, adminEnquiryAnswered } from '@fws/contract/admin/enquiries/calls';
import { enquireForBusiness } from '@fws/contract/enquiries/calls';
import { sampleVideos } from '@fws/contract/kyc/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { createVideo } from '../../../../test/kyc/identity-checks.ts';
import { expectPages } from '../../../../test/pages.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let boss: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  boss = await createAdmin(world);
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;

test('shows every field of a category, also of a hidden one', async () => {
  const form = { categoryId: '', name: 'Drone work', nameHi: 'ड्रोन का काम', inPerson: 'true' };
  await boss.user.done(calls.adminCategorySave, form);
  const { id } = await world.db
    .selectFrom('category')
    .select('id')
    .where('name', '=', 'Drone work')
    .executeTakeFirstOrThrow();
  const readLast = async () => (await boss.user.done(calls.adminCategories, {})).at(-1);
  const category = { id, name: 'Drone work', nameHi: 'ड्रोन का काम', inPerson: true };
  expect(await readLast()).toEqual({ ...category, hidden: false });
  await boss.user.done(calls.adminCategoryHide, { categoryId: String(id), hidden: 'true' });
  expect(await readLast()).toEqual({ ...category, hidden: true });
});

test('shows the sample videos that ship with the product and uploaded ones, which play', async () => {
  const shipped = ['hi', 'en', 'mr'].map((language, place) => ({
    id: place + 1,
    language,
    url: `/kyc/sample-${language}.mp4`,
  }));
  const video = createVideo('mp4');
  await boss.user.done(calls.adminSampleSave, { language: 'ta' }, { files: { video } });
  const { id, file_id: fileId } = await world.db
    .selectFrom('kyc_sample_video')
    .select(['id', 'file_id'])
    .where('language', '=', 'ta')
    .executeTakeFirstOrThrow();
  const tamil = { id, language: 'ta', url: `/api/files/${fileId}/recording.mp4` };
  expect(await boss.user.done(calls.adminSamples, {})).toEqual([
    ...shipped.map((sample) => ({ ...sample, uploaded: false })),
    { ...tamil, uploaded: true },
  ]);
  const user = await world.user();
  expect(await user.done(sampleVideos, {})).toEqual([...shipped, tamil]);
  const played = await fetch(world.url + tamil.url, { headers: { authorization: `Bearer ${user.token}` } });
  expect(Buffer.from(await played.arrayBuffer())).toEqual(Buffer.from(await video.arrayBuffer()));
});

test('lists who wants to be told of the launch, in the order of their addresses', async () => {
  const leave = (email: string, locale: string) =>
    fetch(`${world.url}/notify-me`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'accept-language': locale },
      body: new URLSearchParams({ email }),
    });
  const expected = [];
  for (const [email, locale] of [
    ['asha@mail.example', 'hi'],
    ['bina@mail.example', 'en'],
    ['chand@mail.example', 'hi'],
  ] as const) {
    world.clock.advance(MINUTE_MS);
    expect((await leave(email, locale)).status).toBe(303);
    expected.push({ email, locale, leftAt: world.clock.format() });
  }
  await expectPages((page) => boss.user.done(calls.adminAddresses, page), expected);
});

test('shows every field of an enquiry in the list and by itself, before and after its answer', async () => {
  const enquiry = {
    name: 'Arun Shah',
    company: 'Deccan Agro Traders',
    purpose: 'Repairs',
    heardFrom: 'A friend',
    email: 'arun@deccan.example',
    requirement: 'Plumbing twice a year',
  };
  const address = { address1: '14, Sample Road', address2: '', address3: 'Pune' };
  const send = (company: string) =>
    world.guest.done(enquireForBusiness, { ...enquiry, ...address, company, phone: '98765 43210' });
  await send(enquiry.company);
  const at = world.clock.format();
  const { id } = await world.db.selectFrom('business_enquiry').select('id').executeTakeFirstOrThrow();
  const params = { enquiryId: String(id) };
  const shown = { ...enquiry, id, at, phone: '9876543210', address: '14, Sample Road, Pune' };
  expect(await boss.user.done(adminEnquiry, params)).toEqual({ ...shown, answered: null });

  world.clock.advance(MINUTE_MS);
  const answeredAt = world.clock.format();
  await boss.user.done(adminEnquiryAnswered, { ...params, reason: '' });
  expect(await boss.user.done(adminEnquiry, params)).toEqual({
    ...shown,
    answered: { by: `${boss.user.firstName} Kumar`, at: answeredAt },
  });
  await send('Joshi & Daughters');
  await send('Sample Mills');
  const { name, purpose } = enquiry;
  await expectPages(
    (page) => boss.user.done(calls.adminEnquiries, page),
    [
      { id: id + 2, at: answeredAt, company: 'Sample Mills', name, purpose, answeredAt: null },
      { id: id + 1, at: answeredAt, company: 'Joshi & Daughters', name, purpose, answeredAt: null },
      { id, at, company: 'Deccan Agro Traders', name, purpose, answeredAt },
    ],
  );
});
