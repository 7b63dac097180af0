import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentUser } from '@fws/contract/identity/calls';
import { addCertificates, ownProfile, removeCertificates, updateProfile } from '@fws/contract/profile/calls';
import { CERTIFICATES_MAX } from '@fws/contract/profile/model';
import { removeSignatures } from '../../../test/files/addresses.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { loadPeople } from './index.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const readProfile = (user: TestUser) => user.done(ownProfile, {});
const createPicture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#2d3681' } });
const createFile = (body: Buffer | string, name: string) =>
  new File([typeof body === 'string' ? body : new Uint8Array(body)], name);
const jpeg = async (name = 'profile_picture.jpg') =>
  createFile(await createPicture().jpeg().toBuffer(), name);
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';
const pdf = (name = 'resume.pdf') => createFile(PDF, name);
const openFile = (user: TestUser, url: string) =>
  fetch(`${world.url}${url}`, { headers: { authorization: `Bearer ${user.token}` } });
const savePhoto = (user: TestUser, photo: File) => user.call(updateProfile, {}, { files: { photo } });

test('saves a photo sent alone as a small square without its EXIF data', async () => {
  const user = await world.user();
  const original = await createPicture(900, 600)
    .withExif({
      IFD0: { Model: 'Camera of Asha' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' },
    })
    .jpeg()
    .toBuffer();
  expect(original.includes('Camera of Asha')).toBe(true);
  const { profileImage } = await user.done(
    updateProfile,
    {},
    { files: { photo: createFile(original, '../me.php') } },
  );
  expect(profileImage).toMatch(/^\/api\/files\/[\da-f-]{36}\/profile_picture\.jpg$/);
  expect((await user.done(currentUser, {})).profileImage).toBe(profileImage);

  const stranger = await world.user();
  const response = await openFile(stranger, profileImage);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  const body = Buffer.from(await response.arrayBuffer());
  expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 });
  expect((await sharp(body).metadata()).exif).toBeUndefined();
  expect(body.includes('Camera of Asha')).toBe(false);
  expect((await fetch(`${world.url}${profileImage}`)).status).toBe(401);
  // Photos are in every list, so the browser caches them and revalidates each time.
  const etag = response.headers.get('etag') ?? '';
  expect([response.headers.get('cache-control'), etag.length > 2]).toEqual(['private, no-cache', true]);
  const fetchAgain = (token: string) =>
    fetch(`${world.url}${profileImage}`, {
      headers: { authorization: `Bearer ${token}`, 'if-none-match': etag },
    });
  expect([(await fetchAgain(stranger.token)).status, (await fetchAgain('bogus')).status]).toEqual([304, 401]);
  expect((await loadPeople(world.db, [user.id])).get(user.id)?.image).toBe(profileImage);
});

test('refuses a document with a virus or a script with an error at its field, and keeps nothing of it', async () => {
  const user = await world.user();
  const eicar = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-`, 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
    '',
  );
  const infected = createFile(PDF.replace('<<>>', `(${eicar})`), 'virus.pdf');
  const scripted = createFile(PDF.replace('<<>>', '<< /S /JavaScript /JS (1) >>'), 'script.pdf');
  const sendResume = (resume: File) => user.call(updateProfile, {}, { files: { resume } });
  expect(await sendResume(infected)).toMatchObject({
    status: 422,
    errors: { resume: 'A virus was found in this file. It was not saved. Please choose another file' },
  });
  expect(await sendResume(scripted)).toMatchObject({
    status: 422,
    errors: { resume: expect.stringMatching(/^This PDF contains a script/) },
  });
  const files = await world.db.selectFrom('file').select('id').where('owner_id', '=', user.id).execute();
  expect(files).toEqual([]);
});

test('a new photo replaces the previous one and deletes its bytes', async () => {
  const user = await world.user();
  await savePhoto(user, await jpeg());
  const first = (await readProfile(user)).profileImage;
  await savePhoto(user, await jpeg());
  const second = (await readProfile(user)).profileImage;
  expect(second).not.toBe(first);
  await world.drain();
  expect([(await openFile(user, first)).status, (await openFile(user, second)).status]).toEqual([404, 200]);
});

test.each([
  ['a PDF', () => pdf('profile_picture.jpg'), 415, 'Please choose an image'],
  [
    'an SVG with a script',
    () => createFile('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'me.jpg'),
    415,
    'Please choose an image',
  ],
  ['a page', () => createFile('<!doctype html><script>alert(1)</script>', 'me.png'), 415, /image/],
  [
    'half a picture',
    async () => {
      const fullImage = await createPicture(400, 400).jpeg().toBuffer();
      return createFile(fullImage.subarray(0, fullImage.length / 2), 'me.jpg');
    },
    422,
    'This file could not be read. Please choose another',
  ],
  [
    '10,000,001 bytes',
    () => createFile(Buffer.alloc(10_000_001, 'x'), 'me.jpg'),
    413,
    'File size must be less than 10 MB',
  ],
  ['no bytes', () => createFile('', 'me.jpg'), 415, /image/],
] as const)('refuses %s as a photo', async (_case, makeFile, status, message) => {
  const user = await world.user();
  const answer = await savePhoto(user, await makeFile());
  expect(answer.httpStatus).toBe(status);
  expect(answer.errors?.['photo']).toMatch(message);
  expect((await readProfile(user)).profileImage).toBe('');
});

test('accepts a photo of exactly 10,000,000 bytes', async () => {
  const user = await world.user();
  const png = await createPicture().png().toBuffer();
  const paddedPng = Buffer.concat([png, Buffer.alloc(10_000_000 - png.length)]);
  expect((await savePhoto(user, createFile(paddedPng, 'me.png'))).httpStatus).toBe(200);
});

test('adds several certificates and a resume at once, which only their owner can open', async () => {
  const [user, other] = [await world.user(), await world.user()];
  const profile = await user.done(
    addCertificates,
    {},
    { files: { certificates: [await jpeg('iti carpentry.jpg'), pdf('safety.pdf')], resume: pdf() } },
  );
  expect(profile.certificates).toMatchObject([
    { name: 'iti carpentry.jpg', image: true },
    { name: 'safety.pdf', image: false, bytes: PDF.length },
  ]);
  const { resume_id: resumeId } = await world.db
    .selectFrom('profile')
    .select('resume_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(profile.resume).toEqual({
    url: `/api/files/${resumeId}/resume.pdf`,
    name: 'resume.pdf',
    bytes: PDF.length,
    image: false,
  });
  expect(await (await openFile(user, profile.resume?.url ?? '')).text()).toBe(PDF);
  const urls = [...profile.certificates.map((file) => file.url), profile.resume?.url ?? ''];
  for (const url of urls)
    expect([(await openFile(user, url)).status, (await openFile(other, url)).status], url).toEqual([
      200, 404,
    ]);

  const [wireProfile] = (await user.post('own_profile', {})).data as Record<string, unknown>[];
  expect(removeSignatures(wireProfile)).toMatchObject({
    certificates: urls.slice(0, 2).join(','),
    certificates_upload: [{ certificate: urls[0] }, { certificate: urls[1] }],
    resume: urls[2],
  });
});

test('update_profile accepts certificates and a resume by their legacy names, with and without brackets', async () => {
  const user = await world.user();
  await user.post('update_profile', { 'certificates[]': [pdf('a.pdf'), pdf('b.pdf')] });
  await user.post('update_profile', { certificates: pdf('c.pdf'), resume: pdf('d.pdf') });
  const profile = await readProfile(user);
  expect(profile.certificates.map((file) => file.name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  expect(profile.resume?.name).toBe('d.pdf');
});

test('keeps no file when one of several is refused', async () => {
  const user = await world.user();
  const answer = await user.post('add_certificates', {
    'certificates[]': [pdf(), createFile('MZ program', 'virus.pdf')],
  });
  expect(answer).toMatchObject({ httpStatus: 415, errors: { certificates: expect.any(String) } });
  expect((await readProfile(user)).certificates).toEqual([]);
});

test('refuses a request with too many files or with none', async () => {
  const user = await world.user();
  const answer = await user.post('add_certificates', { 'certificates[]': Array(5).fill(pdf()) as File[] });
  expect(answer).toMatchObject({
    httpStatus: 422,
    errors: { certificates: 'Please choose fewer files at once' },
  });
  expect((await user.post('add_certificates', {})).errors).toEqual({
    certificates: 'Please choose a certificate or a resume',
  });
});

test('enforces the maximum number of certificates under concurrent requests', async () => {
  const user = await world.user();
  const add = () => user.post('add_certificates', { 'certificates[]': [pdf(), pdf(), pdf(), pdf()] });
  const answers = await Promise.all([add(), add(), add(), add()]);
  expect(answers.filter((answer) => answer.httpStatus === 200)).toHaveLength(2);
  expect(answers.filter((answer) => answer.httpStatus === 422)).toHaveLength(2);
  expect((await readProfile(user)).certificates).toHaveLength(8);
  await user.post('add_certificates', { 'certificates[]': [pdf(), pdf()] });
  expect((await readProfile(user)).certificates).toHaveLength(CERTIFICATES_MAX);
  const full = await user.post('add_certificates', { 'certificates[]': pdf() });
  expect(full.errors?.['certificates']).toContain('at most 10');
  // A resume does not count as a certificate.
  expect((await user.post('add_certificates', { resume: pdf() })).httpStatus).toBe(200);
});

test('only the owner removes a certificate, by its link', async () => {
  const [user, other] = [await world.user(), await world.user()];
  await user.done(
    addCertificates,
    {},
    { files: { certificates: [pdf('a.pdf'), pdf('b.pdf')], resume: pdf() } },
  );
  const { certificates, resume } = await readProfile(user);
  const [first, second] = certificates.map((file) => file.url);
  const removeFile = (owner: TestUser, link: string) =>
    owner.post('remove_certificates', { certificate: link });

  expect(await removeFile(other, first ?? '')).toMatchObject({
    httpStatus: 404,
    message: 'This file was not found',
  });
  expect((await readProfile(user)).certificates).toHaveLength(2);
  expect((await removeFile(user, `https://fws.example${first}`)).httpStatus).toBe(200);
  expect((await removeFile(user, first ?? '')).httpStatus).toBe(404);
  expect((await removeFile(user, resume?.url ?? '')).httpStatus).toBe(200);
  const remaining = await readProfile(user);
  expect(remaining.certificates.map((file) => file.url)).toEqual([second]);
  expect(remaining.resume).toBeNull();
  await world.drain();
  expect((await openFile(user, first ?? '')).status).toBe(404);
});

test.each(['', 'a.pdf', '/api/files/../../etc/passwd', `/api/files/${"' OR 1=1".padEnd(36, 'x')}`, '%00'])(
  'refuses to remove the certificate "%s"',
  async (certificate) => {
    const user = await world.user();
    const answer = await user.post('remove_certificates', { certificate });
    expect(answer).toMatchObject({ httpStatus: 422, errors: { certificate: 'This file was not found' } });
  },
);

test('refuses to remove a photo as a certificate, even for its owner', async () => {
  const user = await world.user();
  await savePhoto(user, await jpeg());
  const { profileImage } = await readProfile(user);
  expect((await user.done(ownProfile, {})).profileImage).toBe(profileImage);
  expect((await user.call(removeCertificates, { fileId: profileImage })).httpStatus).toBe(404);
  expect((await openFile(user, profileImage)).status).toBe(200);
});

test('uploads leave nothing in the temporary folder', async () => {
  expect(await readdir(`${world.dataDir}/tmp`).catch(() => [])).toEqual([]);
});
