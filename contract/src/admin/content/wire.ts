import { pageWire, plainPageReply, plainReply, type CallFile } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const pageForm = wireForm(schema('page'), { ...pageWire });
export const categoryForm = wireForm(schema('categorySaved'), {
  categoryId: 'categoryId',
  name: 'name',
  nameHi: 'nameHi',
  inPerson: 'inPerson',
});
export const hiddenForm = wireForm(schema('categoryHidden'), { categoryId: 'categoryId', hidden: 'hidden' });
export const movedForm = wireForm(schema('categoryMoved'), {
  categoryId: 'categoryId',
  direction: 'direction',
});
export const sampleForm = wireForm(schema('sampleAdded'), { language: 'language' });
export const sampleIdForm = wireForm(schema('sampleId'), { sampleId: 'sampleId' });
export const sampleFile: CallFile = { name: 'video', wireName: 'file', kinds: ['video'] };

export const categoriesReply = plainReply(schema('categories'));
export const samplesReply = plainReply(schema('sampleVideos'));
export const addressesReply = plainPageReply(schema('noticeAddress'));
export const enquiriesReply = plainPageReply(schema('enquiryRow'));
