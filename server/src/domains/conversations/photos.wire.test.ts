import { conversationList, conversationMessages, conversationSend } from '@fws/contract/conversations/calls';
import { uploadPhoto } from '@fws/contract/files/calls';
import { PHOTOS_MAX } from '@fws/contract/platform/limits';
import { adminReport, adminReportDecide } from '@fws/contract/admin/reports/calls';
import { reportContent } from '@fws/contract/safety/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '../../../test/admin/admins.ts';
import { buildPdf } from '../../../test/files/pdf.ts';
import { createPicture, upload } from '../../../test/files/photos.ts';
import { quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { inTx } from '../../platform/db/index.ts';
import { createPair as createPairIn, nextClientId } from './testing/pair.ts';

// Photos and a PDF in messages.

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const createPair = () => createPairIn(world);

interface Parts {
  text?: string;
  photoIds?: string[];
  clientId?: string;
  file?: File;
}

const send = (by: TestUser, to: TestUser, jobId: string, { file, ...parts }: Parts) =>
  by.call(
    conversationSend,
    { jobId, userId: String(to.id), text: '', clientId: nextClientId(), ...parts },
    file ? { files: { file } } : {},
  );
const sendDone = (by: TestUser, to: TestUser, jobId: string, { file, ...parts }: Parts) =>
  by.done(
    conversationSend,
    { jobId, userId: String(to.id), text: '', clientId: nextClientId(), ...parts },
    file ? { files: { file } } : {},
  );
const read = async (by: TestUser, to: TestUser, jobId: string) =>
  (await by.done(conversationMessages, { jobId, userId: String(to.id) })).items;
const createPdf = (name = 'plan.pdf', title = 'plan') =>
  new File([new Uint8Array(buildPdf([`<</Type/Catalog/Title(${title})>>`]))], name);
const open = async (url: string, user: TestUser | null) =>
  (await fetch(`${world.url}${url}`, { headers: user ? { authorization: `Bearer ${user.token}` } : {} }))
    .status;
const openBoth = async ({ url, thumbUrl }: { url: string; thumbUrl: string }, user: TestUser | null) => [
  await open(url, user),
  await open(thumbUrl, user),
];

test('photos and a file reach the other side, in the order of the sender', async () => {
  const { poster, worker, jobId } = await createPair();
  const photos = [await upload(worker), await upload(worker), await upload(worker)].toReversed();
  const file = createPdf();
  const sent = await sendDone(worker, poster, jobId, {
    text: 'Shutters hung',
    photoIds: photos.map(({ id }) => id),
    file,
    clientId: 'client-with-photos',
  });
  const attachment = {
    url: expect.stringMatching(/^\/api\/files\/[\da-f-]{36}\/plan\.pdf$/) as string,
    name: 'plan.pdf',
    bytes: file.size,
    image: false,
  };
  expect(sent).toEqual({
    number: 1,
    clientId: 'client-with-photos',
    isOwn: true,
    text: 'Shutters hung',
    photos,
    file: attachment,
    isTakenDown: false,
    isTakenBack: false,
    isEdited: false,
    changesUntil: new Date(world.clock.now().getTime() + 5 * 60_000).toISOString(),
    hides: [],
    warning: null,
    sentAt: world.clock.now().toISOString(),
    isRead: false,
  });
  const [seen] = await read(poster, worker, jobId);
  expect(seen).toEqual({ ...sent, clientId: '', isOwn: false, changesUntil: null });
  const page = await poster.done(conversationMessages, { jobId, userId: String(worker.id) });
  expect(page.conversation.last).toEqual({ ...sent, clientId: '', isOwn: false, changesUntil: null });
  const { items } = await poster.done(conversationList, {});
  expect(items.map(({ last }) => [last?.photos, last?.file])).toEqual([[photos, sent.file]]);
  for (const person of [poster, worker]) {
    for (const photo of photos) expect(await openBoth(photo, person)).toEqual([200, 200]);
    expect(await open(sent.file?.url ?? '', person)).toBe(200);
  }
});

test('each message has its own photos, on every page', async () => {
  const { poster, worker, jobId } = await createPair();
  const [first, second] = [await upload(worker), await upload(poster)];
  await sendDone(worker, poster, jobId, { photoIds: [first.id] });
  await sendDone(worker, poster, jobId, { text: 'And the rest tomorrow' });
  await sendDone(poster, worker, jobId, { text: 'Like this', photoIds: [second.id] });
  const messages = await read(worker, poster, jobId);
  expect(messages.map(({ text, photos, file }) => ({ text, photos, file }))).toEqual([
    { text: 'Like this', photos: [second], file: null },
    { text: 'And the rest tomorrow', photos: [], file: null },
    { text: '', photos: [first], file: null },
  ]);
});

test('a message needs a text, a photo or a file', async () => {
  const { poster, worker, jobId } = await createPair();
  for (const parts of [{}, { text: ' ' }, { text: '!!!' }, { photoIds: [] }]) {
    const refused = await send(worker, poster, jobId, parts);
    expect([refused.httpStatus, refused.errors]).toEqual([
      422,
      { text: 'Please write something, or add a photo' },
    ]);
  }
  expect(await read(poster, worker, jobId)).toEqual([]);
  const photoIds = [(await upload(worker)).id];
  expect((await send(worker, poster, jobId, { photoIds })).httpStatus).toBe(200);
  expect((await send(worker, poster, jobId, { file: createPdf() })).httpStatus).toBe(200);
  expect((await send(worker, poster, jobId, { text: '👍', file: createPdf() })).httpStatus).toBe(200);
  expect((await read(poster, worker, jobId)).map(({ text }) => text)).toEqual(['👍', '', '']);
});

test('sent again, it answers with the first, also at the same moment', async () => {
  const { poster, worker, jobId } = await createPair();
  const photoIds = [(await upload(worker)).id, (await upload(worker)).id];
  const parts = { text: 'Here', photoIds, clientId: nextClientId(), file: createPdf() };
  const answers = await Promise.all(Array.from({ length: 4 }, () => sendDone(worker, poster, jobId, parts)));
  const [first] = answers;
  expect(first?.photos.map(({ id }) => id)).toEqual(photoIds);
  expect(answers).toEqual(Array(4).fill(first));
  expect(await sendDone(worker, poster, jobId, parts)).toEqual(first);
  expect(await read(worker, poster, jobId)).toEqual([first]);
  // The copies that were not needed are not kept.
  const files = await world.db
    .selectFrom('file')
    .select('subject_id')
    .where('owner_id', '=', worker.id)
    .where('subject', '=', 'message_file')
    .execute();
  expect(files).toHaveLength(1);
});

test('a client id that comes again with something else is refused', async () => {
  const { poster, worker, jobId } = await createPair();
  const [one, two, other] = [await upload(worker), await upload(worker), await upload(worker)];
  const sent = { text: 'Here', photoIds: [one.id, two.id], clientId: nextClientId() };
  await sendDone(worker, poster, jobId, sent);
  const changes: Parts[] = [
    { text: 'There' },
    { photoIds: [one.id] },
    { photoIds: [two.id, one.id] },
    { photoIds: [other.id] },
    { photoIds: [] },
    { file: createPdf() },
  ];
  const { clientId } = sent;
  for (const change of changes) {
    const refused = await send(worker, poster, jobId, { ...sent, ...change });
    expect([refused.httpStatus, refused.message]).toEqual([
      409,
      'This id belongs to another message. Please send it again',
    ]);
  }
  const withFile = { clientId: nextClientId(), file: createPdf('a.pdf') };
  await sendDone(worker, poster, jobId, withFile);
  for (const file of [createPdf('b.pdf'), createPdf('a.pdf', 'a longer one')])
    expect((await send(worker, poster, jobId, { ...withFile, file })).httpStatus).toBe(409);
  const textOnly = await send(worker, poster, jobId, { text: 'Text', clientId: withFile.clientId });
  expect(textOnly.httpStatus).toBe(409);
  const messages = await read(worker, poster, jobId);
  expect(messages.map(({ clientId: id, text, photos }) => [id, text, photos])).toEqual([
    [withFile.clientId, '', []],
    [clientId, 'Here', [one, two]],
  ]);
});

test('only own photos that are in nothing else are sent, ten at most', async () => {
  const { poster, worker, jobId } = await createPair();
  const used = await upload(worker);
  await sendDone(worker, poster, jobId, { photoIds: [used.id] });
  const theirs = await upload(poster);
  const mine = await upload(worker);
  const gone = 'A photo is no longer stored. Please remove it and add it again';
  const refuse = async (photoIds: string[]) => {
    const { httpStatus, errors } = await send(worker, poster, jobId, { text: 'Look', photoIds });
    return [httpStatus, errors?.['photoIds']];
  };
  for (const ids of [[theirs.id], [mine.id, theirs.id], [used.id], [crypto.randomUUID()], ['x']])
    expect(await refuse(ids)).toEqual([422, gone]);
  expect((await refuse([mine.id, mine.id]))[0]).toBe(422);
  const photos = await Promise.all(Array.from({ length: PHOTOS_MAX }, () => upload(worker)));
  const ids = photos.map(({ id }) => id);
  expect((await refuse([...ids, mine.id]))[0]).toBe(422);
  // What was refused has stored nothing, and its photos can still be sent.
  expect((await read(poster, worker, jobId)).map(({ text }) => text)).toEqual(['']);
  await sendDone(worker, poster, jobId, { photoIds: ids });
  expect((await read(poster, worker, jobId))[0]?.photos).toEqual(photos);
});

test('a file that is no PDF is refused at its field', async () => {
  const { poster, worker, jobId } = await createPair();
  const refused = await send(worker, poster, jobId, { text: 'Look', file: await createPicture() });
  expect([refused.httpStatus, Object.keys(refused.errors ?? {})]).toEqual([415, ['file']]);
  expect(await read(poster, worker, jobId)).toEqual([]);
  const stranger = await world.user();
  const fromStranger = await send(stranger, poster, jobId, { file: createPdf() });
  expect(fromStranger.httpStatus).toBe(404);
  const stored = await world.db
    .selectFrom('file')
    .select('id')
    .where('subject', '=', 'message_file')
    .where('owner_id', 'in', [worker.id, stranger.id])
    .execute();
  expect(stored).toEqual([]);
});

test('nobody else opens the photos and the file', async () => {
  const { poster, worker, jobId } = await createPair();
  const photo = await upload(worker);
  expect(await openBoth(photo, poster)).toEqual([404, 404]);
  const { file } = await sendDone(worker, poster, jobId, { photoIds: [photo.id], file: createPdf() });
  const url = file?.url ?? '';
  const stranger = await world.user();
  // Another worker with a quote on the same job is a stranger here.
  const rival = await world.user({ identity: 'verified' });
  await quote(rival, Number(jobId));
  for (const person of [stranger, rival])
    expect([...(await openBoth(photo, person)), await open(url, person)]).toEqual([404, 404, 404]);
  expect([...(await openBoth(photo, null)), await open(url, null)]).toEqual([401, 401, 401]);
});

test('a message that is taken down shows and opens nothing to the other side', async () => {
  const { poster, worker, jobId } = await createPair();
  const photo = await upload(worker);
  const sent = await sendDone(worker, poster, jobId, { photoIds: [photo.id], file: createPdf() });
  const url = sent.file?.url ?? '';
  const subject = {
    subjectType: 'message',
    subjectId: `${jobId}-${worker.id}-1`,
    reason: 'intimate',
  } as const;
  await poster.done(reportContent, subject);
  await world.drain();
  const support = await createAdmin(world, 'support');
  const { id } = await world.db
    .selectFrom('report_case')
    .select('id')
    .where('subject_id', '=', subject.subjectId)
    .executeTakeFirstOrThrow();
  const reportCaseId = String(id);
  const shown = await support.user.done(adminReport, { reportCaseId });
  expect(shown.photos).toHaveLength(1);
  expect(await open(shown.photos[0]?.url ?? '', support.user)).toBe(200);
  expect(shown.files).toEqual([sent.file]);
  expect(await open(url, support.user)).toBe(200);
  const words = 'Nobody wants to see this';
  await support.user.done(adminReportDecide, {
    reportCaseId,
    reason: 'intimate',
    words,
    decision: 'take_down',
  });

  const [hidden] = await read(poster, worker, jobId);
  expect([hidden?.photos, hidden?.file, hidden?.isTakenDown]).toEqual([[], null, true]);
  const { items } = await poster.done(conversationList, {});
  expect(items.map(({ last }) => [last?.photos, last?.file])).toEqual([[[], null]]);
  expect([...(await openBoth(photo, poster)), await open(url, poster)]).toEqual([404, 404, 404]);
  const [own] = await read(worker, poster, jobId);
  expect([own?.photos, own?.file]).toEqual([[photo], sent.file]);
  expect([...(await openBoth(photo, worker)), await open(url, worker)]).toEqual([200, 200, 200]);
});

test('what was uploaded and not sent is deleted after a day', async () => {
  const { poster, worker, jobId } = await createPair();
  const [kept, left] = [await upload(worker), await upload(worker)];
  const sent = await sendDone(worker, poster, jobId, { photoIds: [kept.id], file: createPdf() });
  const twoDaysAgo = new Date(world.clock.now().getTime() - 48 * 3600_000);
  await world.db
    .updateTable('file')
    .set({ created_at: twoDaysAgo })
    .where('owner_id', '=', worker.id)
    .execute();
  await inTx(world.db, (tx) => enqueue(tx, 'delete_unattached_files', {}));
  await world.drain();
  expect(await openBoth(left, worker)).toEqual([404, 404]);
  expect([...(await openBoth(kept, poster)), await open(sent.file?.url ?? '', poster)]).toEqual([
    200, 200, 200,
  ]);
});

test('clients of the specification use its names and get addresses that open by themselves', async () => {
  const { poster, worker, jobId } = await createPair();
  const { id } = await worker.done(
    uploadPhoto,
    { uploadKey: 'legacy-photo' },
    { files: { photo: await createPicture() } },
  );
  const sent = await worker.post('conversation_send', {
    job_id: jobId,
    user_id: String(poster.id),
    'photo_ids[]': id,
    client_id: 'client-legacy-photo',
    file: createPdf('offer.pdf'),
  });
  expect(sent).toMatchObject({ httpStatus: 200, message: 'Sent' });
  const { photos, file } = sent.data as {
    photos: { url: string; thumbUrl: string }[];
    file: { url: string };
  };
  const addresses = [...photos.flatMap(({ url, thumbUrl }) => [url, thumbUrl]), file.url];
  expect(addresses).toHaveLength(3);
  for (const address of addresses) expect((await fetch(address)).status).toBe(200);
});
