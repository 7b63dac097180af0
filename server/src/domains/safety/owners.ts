import type { ContentType } from '@fws/contract/safety/model';
import {
  isUuid,
  toNotes,
  type Content,
  type ContentOwner,
  type ContentOwners,
} from '../../platform/content.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import { findPhoto, putPhotoBack, takePhotoDown } from '../../platform/photos.ts';
import type { PhotoSubject } from '../../platform/db/tables.ts';
import { bumpOfferVersion } from '../../platform/offers.ts';
import { messageContent } from '../conversations/index.ts';
import { findInvitation } from '../invitations/index.ts';
import { jobContent } from '../jobs/index.ts';
import { userContent } from '../profile/index.ts';
import { listPosterNotes, quoteContent } from '../quotes/index.ts';
import { reviewContent, reviewPhotoContent } from '../reviews/index.ts';

/** What photos are shown with. Those of finished work are for the two sides alone, who have disputes. */
const SHOWN_WITH: Partial<Record<PhotoSubject, Pick<ContentOwner, 'find' | 'read'>>> = {
  job: jobContent,
  quote: quoteContent,
  portfolio: userContent,
  review: reviewPhotoContent,
};

const findById = (db: Db | Tx, id: string) => (isUuid(id) ? findPhoto(db, id) : Promise.resolve(null));

const photoContent: ContentOwner = {
  async find(db, id, readerId, today) {
    const photo = await findById(db, id);
    if (!photo?.subject || photo.subject === 'taken_down') return null;
    const shownWith = await SHOWN_WITH[photo.subject]?.find(db, String(photo.subject_id), readerId, today);
    return shownWith ? toPhotoContent(id, shownWith) : null;
  },
  async read(db, id) {
    const photo = await findById(db, id);
    const subject = photo?.taken_from ?? photo?.subject;
    if (!subject || subject === 'taken_down') return null;
    const shownWith = await SHOWN_WITH[subject]?.read(db, String(photo?.subject_id));
    return shownWith ? toPhotoContent(id, shownWith) : null;
  },
  async takeDown(tx, id) {
    const isTaken = isUuid(id) && (await takePhotoDown(tx, id));
    if (isTaken) await bumpOfferVersion(tx);
    return isTaken;
  },
  async putBack(tx, id) {
    const isBack = isUuid(id) && (await putPhotoBack(tx, id));
    if (isBack) await bumpOfferVersion(tx);
    return isBack;
  },
};

/** With what its poster wrote to the reader alone: in an invitation, and about their quotes. */
const jobWithNotes: ContentOwner = {
  ...jobContent,
  async find(db, id, readerId, today) {
    const content = await jobContent.find(db, id, readerId, today);
    if (!content || readerId === null) return content;
    const jobId = Number(id);
    const invitation = await findInvitation(db, { job_id: jobId, worker_id: readerId });
    const notes = await listPosterNotes(db, { jobId, workerId: readerId });
    return { ...content, notes: toNotes([invitation?.note ?? '', ...notes]) };
  },
};

const toPhotoContent = (id: string, { authorId, title, path }: Content): Content => ({
  authorId,
  title,
  path,
  texts: [],
  photoIds: [id],
});

const OWNERS: ContentOwners = {
  job: jobWithNotes,
  quote: quoteContent,
  user: userContent,
  review: reviewContent,
  photo: photoContent,
  message: messageContent,
};

export const getOwner = (type: ContentType): ContentOwner => OWNERS[type];
