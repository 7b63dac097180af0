import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityStatus, sampleVideos, videoCode } from '@fws/contract/kyc/calls';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { requestCode, submit, createVideo } from '../../../test/kyc/identity-checks.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const MINUTE = 60_000;
const listVideos = (user: TestUser) =>
  world.db
    .selectFrom('identity_video')
    .leftJoin('file', 'file.id', 'identity_video.file_id')
    .select(['code', 'file_id', 'file.name', 'file.bytes', 'file.content_type', 'spent_at'])
    .where('user_id', '=', user.id)
    .execute();

test('returns a new code of six characters each time, valid for ten minutes', async () => {
  const user = await world.user();
  const first = await user.done(videoCode, {});
  expect(first.code).toMatch(/^[2346789ACDEFGHJKMNPQRTUVWXY]{6}$/);
  const leftMs = new Date(first.expiresAt).getTime() - world.clock.now().getTime();
  expect(Math.round(leftMs / MINUTE)).toBe(10);
  world.clock.stop();
  expect((await user.done(videoCode, {})).expiresAt).toBe(world.clock.format(10 * MINUTE));
  world.clock.reset();
  const second = await requestCode(user);
  expect(second).not.toBe(first.code);
  expect(await submit(user, 'pan', 'ABCPE1234F', { code: first.code })).toMatchObject({
    httpStatus: 422,
    errors: { code: 'Please record your video again with a new code' },
  });
  expect((await world.guest.call(videoCode, {})).httpStatus).toBe(401);
});

test('refuses the code of another user', async () => {
  const [owner, stranger] = [await world.user(), await world.user()];
  const code = await requestCode(owner);
  expect((await submit(stranger, 'pan', 'ABCPE1234F', { code })).errors).toHaveProperty('code');
  expect((await submit(owner, 'pan', 'ABCPE1234F', { code })).httpStatus).toBe(200);
});

test('returns 429 for too many codes and 409 for a verified user', async () => {
  world.clock.advanceToNextHour();
  const user = await world.user();
  for (let count = 0; count < 30; count++) await requestCode(user);
  expect((await user.call(videoCode, {})).httpStatus).toBe(429);
  const verified = await world.user({ identity: 'verified' });
  expect((await verified.call(videoCode, {})).httpStatus).toBe(409);
});

test('refuses an expired code and a missing video', async () => {
  const user = await world.user();
  expect(await submit(user, 'pan', 'ABCPE1234F', { file: null })).toMatchObject({
    httpStatus: 422,
    errors: { video: 'Please record your video first' },
  });
  const code = await requestCode(user);
  world.clock.advance(10 * MINUTE + 1000);
  expect(await submit(user, 'pan', 'ABCPE1234F', { code })).toMatchObject({
    httpStatus: 422,
    errors: { code: expect.stringContaining('older than 10 minutes') },
  });
});

test('reuses a video for another try and refuses a different one', async () => {
  const user = await world.user();
  const code = await requestCode(user);
  const file = createVideo('mp4');
  expect((await submit(user, 'pan', 'ABCPE0000F', { code, file })).httpStatus).toBe(422);
  expect(await user.done(identityStatus, { referenceId: '' })).toMatchObject({ state: 'refused', code });
  expect(await submit(user, 'pan', 'ABCPE1234F', { code })).toMatchObject({
    httpStatus: 422,
    errors: { code: expect.stringContaining('belongs to another video') },
  });
  // The same video may be sent again or left out.
  expect((await submit(user, 'pan', 'ABCPE0000F', { code, file })).httpStatus).toBe(422);
  expect(await submit(user, 'pan', 'ABCPE1234F', { code, file: null })).toMatchObject({
    data: { state: 'verified' },
  });
  const kept = await listVideos(user);
  expect(kept).toEqual([
    expect.objectContaining({ code, name: 'recording.mp4', content_type: 'video/mp4', bytes: file.size }),
  ]);
  expect(kept[0]?.spent_at).not.toBeNull();
});

test('does not reuse the video of a decided check', async () => {
  const user = await world.user();
  const code = await requestCode(user);
  expect((await submit(user, 'pan', 'ABCPE2222F', { code })).httpStatus).toBe(422);
  expect(await user.done(identityStatus, { referenceId: '' })).toMatchObject({ state: 'refused', code: '' });
  expect(await submit(user, 'pan', 'ABCPE1234F', { code, file: null })).toMatchObject({
    httpStatus: 422,
    errors: { code: expect.stringContaining('belongs to another video') },
  });
});

test('returns 404 for the video of another user and 401 without a session', async () => {
  const [owner, stranger] = [await world.user(), await world.user()];
  await submit(owner, 'pan', 'ABCPE1234F');
  const [kept] = await listVideos(owner);
  const address = `${world.url}/api/files/${kept?.file_id}/recording.webm`;
  const open = (user: TestUser | null) =>
    fetch(address, { headers: user ? { authorization: `Bearer ${user.token}` } : {} });
  const shown = await open(owner);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('video/webm');
  expect((await shown.arrayBuffer()).byteLength).toBe(kept?.bytes);
  expect((await open(stranger)).status).toBe(404);
  expect((await open(null)).status).toBe(401);
});

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415, 'not a video'],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 415, 'not a video'],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000)]), 415, 'not a video'],
  ['nothing', Buffer.alloc(0), 415, 'not a video'],
])('returns 415 for a file that is not a video: %s', async (_, body, httpStatus, words) => {
  const user = await world.user();
  const file = new File([body], 'recording.webm', { type: 'video/webm' });
  expect(await submit(user, 'pan', 'ABCPE1234F', { file })).toMatchObject({
    httpStatus,
    errors: { video: expect.stringContaining(words) },
  });
  expect(await listVideos(user)).toMatchObject([{ file_id: null }]);
});

test('returns 413 for a video that is one byte too large', async () => {
  const user = await world.user();
  const small = createVideo().size - 2000;
  expect(
    await submit(user, 'pan', 'ABCPE1234F', { file: createVideo('webm', 10_000_001 - small) }),
  ).toMatchObject({
    httpStatus: 413,
    errors: { video: 'File size must be less than 10 MB' },
  });
  expect(
    (await submit(user, 'pan', 'ABCPE1234F', { file: createVideo('webm', 10_000_000 - small) })).status,
  ).toBe(200);
});

test('lists sample videos in several languages', async () => {
  const user = await world.user();
  const videos = await user.done(sampleVideos, {});
  expect(videos.map(({ language }) => language)).toEqual(['hi', 'en', 'mr']);
  expect((await world.guest.call(sampleVideos, {})).httpStatus).toBe(401);
});
