import { toIstDate } from '@fws/contract/platform/dates';
import { HIDDEN_KINDS, type HiddenKind } from '@fws/contract/platform/contact-data';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { FileLink } from '@fws/contract/platform/schemas';
import type { Readiness } from '@fws/contract/profile/model';
import type { Profile, ProfileDetails, UpdateProfile } from '@fws/contract/profile/schemas';
import { findCategories } from '../../platform/categories.ts';
import { listHiddenKinds } from '../../platform/contact-filter/index.ts';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  attachFiles,
  loadFileLinks,
  PHOTO_NAME,
  removeFile,
  saveFile,
  type NewFile,
} from '../../platform/files.ts';
import { checkVersion, computeVersion } from '../../platform/form-version.ts';
import { publish } from '../../platform/realtime/index.ts';
import { createSquarePhoto } from '../../platform/uploads/square-photo.ts';
import { getCurrentUser } from '../identity/index.ts';
import { loadAvailabilities } from './availability/store.ts';
import { applyAskedChange, loadTexts } from './content/changes.ts';
import { checkDates, isEmptyUpdate, checkCertificateCount } from './rules.ts';
import {
  listCategories,
  listCertificates,
  updateUserAccount,
  updateProfileRow,
  countCertificates,
  countConnects,
  deleteCertificate,
  loadExperience,
  insertCertificates,
  lockProfile,
  findPhotoId,
  getAccountFields,
  loadProfiles,
  countProjectsInProgress,
  loadReferences,
  setCategories,
  setExperience,
  setReferences,
  getSignUpMethod,
  type ProfileRow,
} from './store.ts';

type Upload = NewFile['upload'];

/** Files sent with a form. If the form is refused, the cleanup of unattached uploads deletes them. */
export interface ProfileFiles {
  photo?: Upload | undefined;
  certificates: Upload[];
  resume?: Upload | undefined;
}

/** The user's own profile, with all fields. */
export async function readProfile(deps: Pick<Deps, 'db'>, userId: number): Promise<Outcome<Profile>> {
  const { db } = deps;
  const [user, details, inProgress, connects, signUp, availabilities] = await Promise.all([
    getCurrentUser(db, userId),
    readDetails(db, userId),
    countProjectsInProgress(db, [userId]),
    countConnects(db, userId),
    getSignUpMethod(db, userId),
    loadAvailabilities(db, [userId]),
  ]);
  const version = computeVersion(pickEditable(user, details));
  return done({
    ...user,
    ...details,
    version,
    projectsInProgress: inProgress.get(userId) ?? 0,
    connects,
    signUp,
    hides: listHiddenInProfile(user, details),
    availability: availabilities.get(userId) ?? null,
  });
}

/** A link to a site of one's own is contact data, whatever the site. */
function listHiddenInProfile(
  { location, skills }: { location: string; skills: readonly string[] },
  { about, nativeLocation, additionalCondition, experience, webLink }: ProfileDetails,
): HiddenKind[] {
  const companies = experience.map(({ company }) => company);
  const texts = [about, location, nativeLocation, additionalCondition, ...skills, ...companies];
  const found = new Set(listHiddenKinds(texts));
  if (webLink !== '') found.add('link');
  return HIDDEN_KINDS.filter((kind) => found.has(kind));
}

/** What the forms of the profile may change. Photo, certificates and resume have calls of their own. */
const pickEditable = (
  { location, skills }: { location: string; skills: readonly string[] },
  { certificates: _certificates, resume: _resume, ...details }: ProfileDetails,
) => ({ location, skills, ...details });

async function readDetails(db: Db | Tx, userId: number): Promise<ProfileDetails> {
  const [rows, experience, categories, references, certificates] = await Promise.all([
    loadProfiles(db, [userId]),
    loadExperience(db, [userId]),
    listCategories(db, userId),
    loadReferences(db, userId),
    listCertificates(db, userId),
  ]);
  const row = rows.get(userId);
  return {
    qualification: row?.qualification ?? null,
    age: row?.age ?? null,
    gender: row?.gender ?? null,
    nativeLocation: row?.native_location ?? '',
    webLink: row?.web_link ?? '',
    about: row?.about ?? '',
    categories,
    experience: experience.get(userId) ?? [],
    inexperienced: row?.inexperienced ?? false,
    readiness: toReadiness(row),
    ratePaise: row?.rate_paise ?? null,
    rateType: row?.rate_type ?? null,
    additionalCondition: row?.additional_condition ?? '',
    radius: row?.radius ?? null,
    references,
    certificates,
    resume: await findResume(db, row),
  };
}

function toReadiness(row: ProfileRow | undefined): Readiness | null {
  if (row === undefined || row.is_ready === null) return null;
  return row.is_ready && row.ready_from !== null ? { ready: true, from: row.ready_from } : { ready: false };
}

async function findResume(db: Db | Tx, row: ProfileRow | undefined): Promise<FileLink | null> {
  if (!row?.resume_id) return null;
  return (await loadFileLinks(db, [row.resume_id])).get(row.resume_id) ?? null;
}

export async function updateProfile(
  deps: Deps,
  userId: number,
  command: UpdateProfile,
  files: ProfileFiles,
): Promise<Outcome<Profile>> {
  if (isEmptyUpdate(command) && countFiles(files) === 0) return refuse('invalid', 'profile.nothing_given');
  const dates = checkDates(command.experience ?? [], toIstDate(deps.ports.clock.now()));
  if (!dates.ok) return dates;
  const categories = await findCategories(deps.db, command.categoryIds ?? []);
  const categoryIds = categories.flatMap((category) => category?.id ?? []);
  if (categoryIds.length < categories.length) return refuseField('categoryIds', 'profile.category_invalid');
  return save(deps, userId, files, async (tx) => {
    const current = pickEditable(await getAccountFields(tx, userId), await readDetails(tx, userId));
    const unchanged = checkVersion(command.version, current);
    if (!unchanged.ok) return unchanged;
    await applyUpdate(tx, userId, command);
    if (command.categoryIds) await setCategories(tx, userId, new Set(categoryIds));
    return done(null);
  });
}

export async function addDocuments(
  deps: Deps,
  userId: number,
  files: ProfileFiles,
): Promise<Outcome<Profile>> {
  if (countFiles(files) === 0) return refuseField('certificates', 'profile.papers_required');
  return save(deps, userId, files, async () => done(null));
}

/** Saves the files first, because that is slow; then makes all changes in one transaction. */
async function save(
  deps: Deps,
  userId: number,
  files: ProfileFiles,
  applyChanges: (tx: Tx) => Promise<Outcome<null>>,
): Promise<Outcome<Profile>> {
  const savedFiles = await saveFiles(deps, userId, files);
  const saved = await inTx(deps.db, async (tx) => {
    const now = deps.ports.clock.now();
    const row = await lockProfile(tx, userId, now);
    const textsBefore = row.held_back === 'change_asked' ? await loadTexts(tx, userId) : null;
    const certificateCheck = checkCertificateCount(
      await countCertificates(tx, userId),
      savedFiles.certificates.length,
    );
    if (!certificateCheck.ok) return certificateCheck;
    const applied = await applyChanges(tx);
    if (!applied.ok) return applied;
    await attachSavedFiles(tx, userId, row, savedFiles);
    if (textsBefore) await applyAskedChange(tx, { userId, before: textsBefore }, now);
    await publish(tx, { users: [userId], topic: 'identity', id: null });
    return done(null);
  });
  return saved.ok ? readProfile(deps, userId) : saved;
}

async function applyUpdate(tx: Tx, userId: number, command: UpdateProfile): Promise<void> {
  const { location, skills, experience, professional, personal, readiness } = command;
  await updateUserAccount(tx, userId, omitUndefined({ location, skills }));
  await updateProfileRow(tx, userId, {
    ...omitUndefined({
      qualification: command.qualification,
      age: command.age,
      gender: command.gender,
      native_location: command.nativeLocation,
      web_link: command.webLink,
      about: command.about,
      inexperienced: command.inexperienced,
      rate_paise: command.ratePaise,
      rate_type: command.rateType,
      additional_condition: command.additionalCondition,
      radius: command.radius,
    }),
    ...(readiness && {
      is_ready: readiness.ready,
      ready_from: readiness.ready ? readiness.from : null,
    }),
  });
  if (experience) await setExperience(tx, userId, experience);
  if (professional) await setReferences(tx, userId, 'professional', professional);
  if (personal) await setReferences(tx, userId, 'personal', personal);
}

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops undefined values, so that their columns stay as they are. */
const omitUndefined = <T extends object>(values: T): WithoutUndefined<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>;

interface SavedFiles {
  photo: string | null;
  certificates: string[];
  resume: string | null;
}

const countFiles = (files: ProfileFiles): number =>
  files.certificates.length + [files.photo, files.resume].filter(Boolean).length;

async function saveFiles(deps: Deps, ownerId: number, files: ProfileFiles): Promise<SavedFiles> {
  const saveUpload = (subject: NewFile['subject'], upload: Upload) =>
    saveFile(deps, { ownerId, subject, upload });
  const photo = files.photo && {
    ...files.photo,
    name: PHOTO_NAME,
    contentType: 'image/jpeg',
    extension: 'jpg',
    body: await createSquarePhoto(files.photo.body),
  };
  return {
    photo: photo ? await saveUpload('avatar', photo) : null,
    certificates: await Promise.all(files.certificates.map((upload) => saveUpload('certificate', upload))),
    resume: files.resume ? await saveUpload('resume', files.resume) : null,
  };
}

/** Deletes the photo or resume that a new one replaces, with its bytes. */
async function attachSavedFiles(
  tx: Tx,
  userId: number,
  row: ProfileRow,
  savedFiles: SavedFiles,
): Promise<void> {
  const { photo, certificates, resume } = savedFiles;
  const attached = [photo, resume, ...certificates].filter((id) => id !== null);
  await attachFiles(tx, attached, userId);
  await insertCertificates(tx, userId, certificates);
  if (photo !== null) {
    const previousPhotoId = await findPhotoId(tx, userId);
    await updateUserAccount(tx, userId, { photo_id: photo });
    if (previousPhotoId !== null) await removeFile(tx, previousPhotoId);
  }
  if (resume !== null) {
    await updateProfileRow(tx, userId, { resume_id: resume });
    if (row.resume_id !== null) await removeFile(tx, row.resume_id);
  }
}

/** `fileId`: a certificate or the resume. */
export async function removeDocument(deps: Deps, userId: number, fileId: string): Promise<Outcome<Profile>> {
  const removed = await inTx(deps.db, async (tx) => {
    const row = await lockProfile(tx, userId, deps.ports.clock.now());
    if (row.resume_id === fileId) await updateProfileRow(tx, userId, { resume_id: null });
    else if (!(await deleteCertificate(tx, userId, fileId))) return false;
    await removeFile(tx, fileId);
    await publish(tx, { users: [userId], topic: 'identity', id: null });
    return true;
  });
  return removed ? readProfile(deps, userId) : refuse('not_found', 'profile.certificate_not_found');
}
