import { noForm } from '../../identity/session/wire.ts';
import { call, emptyReply } from '../../platform/call.ts';
import {
  addressesReply,
  categoriesReply,
  categoryForm,
  enquiriesReply,
  hiddenForm,
  movedForm,
  pageForm,
  sampleFile,
  sampleForm,
  sampleIdForm,
  samplesReply,
} from './wire.ts';

const edits = { access: 'admin', permission: 'content.edit' } as const;
const readsEnquiries = { access: 'admin', permission: 'enquiries.read' } as const;

/** All categories in display order, including hidden ones. */
export const adminCategories = call({
  ...edits,
  name: 'admin_categories',
  reads: true,
  form: noForm,
  reply: categoriesReply,
  done: 'common.ok',
});
/** Adds a category at the end, or renames an existing one. */
export const adminCategorySave = call({
  ...edits,
  name: 'admin_category_save',
  reads: false,
  form: categoryForm,
  reply: emptyReply,
  done: 'backoffice.saved',
});
/** Categories are never deleted. A hidden one is no longer offered, but stays wherever it is used. */
export const adminCategoryHide = call({
  ...edits,
  name: 'admin_category_hide',
  reads: false,
  form: hiddenForm,
  reply: emptyReply,
  done: 'backoffice.saved',
});
export const adminCategoryMove = call({
  ...edits,
  name: 'admin_category_move',
  reads: false,
  form: movedForm,
  reply: emptyReply,
  done: 'backoffice.saved',
});
export const adminSamples = call({
  ...edits,
  name: 'admin_sample_videos',
  reads: true,
  form: noForm,
  reply: samplesReply,
  done: 'common.ok',
});
/** Replaces the sample video in the same language, if there is one. */
export const adminSampleSave = call({
  ...edits,
  name: 'admin_sample_video_save',
  reads: false,
  form: sampleForm,
  files: [sampleFile],
  reply: emptyReply,
  done: 'backoffice.saved',
});
export const adminSampleRemove = call({
  ...edits,
  name: 'admin_sample_video_remove',
  reads: false,
  form: sampleIdForm,
  reply: emptyReply,
  done: 'backoffice.removed',
});
/** E-mail addresses that visitors left on the landing page. */
export const adminAddresses = call({
  ...readsEnquiries,
  name: 'admin_notify_me',
  reads: true,
  form: pageForm,
  reply: addressesReply,
  done: 'common.ok',
});
/** Enquiries from companies, newest first. */
export const adminEnquiries = call({
  ...readsEnquiries,
  name: 'admin_enquiries',
  reads: true,
  form: pageForm,
  reply: enquiriesReply,
  done: 'common.ok',
});
