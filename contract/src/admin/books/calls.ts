import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The results of the latest checks of the books, and when they ran. */
export const adminBooks = call({
  name: 'admin_books',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  reply: schema('books'),
  done: 'common.ok',
});
/** Starts a check as a background task. At most one of each kind runs at a time. */
export const adminBooksRun = call({
  name: 'admin_books_run',
  access: 'admin',
  reads: false,
  decides: 'nothing',
  permission: 'money.read',
  form: schema('runRequest'),
  done: 'admin.books_asked',
});
