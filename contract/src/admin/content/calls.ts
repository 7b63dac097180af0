import { call, pageSchema, type CallFile } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));
const sampleFile: CallFile = { name: 'video', kinds: ['video'] };

const edits = { access: 'admin', permission: 'content.edit' } as const;
const readsEnquiries = { access: 'admin', permission: 'enquiries.read' } as const;

/** All categories in display order, including hidden ones. */
export const adminCategories = call({
  ...edits,
  name: 'admin_categories',
  reads: true,
  reply: schema('categories'),
  done: 'common.ok',
});
/** Adds a category at the end, or renames an existing one. */
export const adminCategorySave = call({
  ...edits,
  name: 'admin_category_save',
  reads: false,
  decides: 'nothing',
  form: schema('categorySaved'),
  done: 'backoffice.saved',
});
/** Categories are never deleted. A hidden one is no longer offered, but stays wherever it is used. */
export const adminCategoryHide = call({
  ...edits,
  name: 'admin_category_hide',
  reads: false,
  decides: 'nothing',
  form: schema('categoryHidden'),
  done: 'backoffice.saved',
});
export const adminCategoryMove = call({
  ...edits,
  name: 'admin_category_move',
  reads: false,
  decides: 'nothing',
  form: schema('categoryMoved'),
  done: 'backoffice.saved',
});
export const adminSamples = call({
  ...edits,
  name: 'admin_sample_videos',
  reads: true,
  reply: schema('sampleVideos'),
  done: 'common.ok',
});
/** Replaces the sample video in the same language, if there is one. */
export const adminSampleSave = call({
  ...edits,
  name: 'admin_sample_video_save',
  reads: false,
  decides: 'nothing',
  form: schema('sampleAdded'),
  files: [sampleFile],
  done: 'backoffice.saved',
});
export const adminSampleRemove = call({
  ...edits,
  name: 'admin_sample_video_remove',
  reads: false,
  decides: 'nothing',
  form: schema('sampleId'),
  done: 'backoffice.removed',
});
/** E-mail addresses that visitors left on the landing page. */
export const adminAddresses = call({
  ...readsEnquiries,
  name: 'admin_notify_me',
  reads: true,
  form: schema('page'),
  reply: pageSchema(schema('noticeAddress')),
  done: 'common.ok',
});
/** Enquiries from companies, newest first. */
export const adminEnquiries = call({
  ...readsEnquiries,
  name: 'admin_enquiries',
  reads: true,
  form: schema('page'),
  reply: pageSchema(schema('enquiryRow')),
  done: 'common.ok',
});
