import { noForm } from '../../identity/session/wire.ts';
import { call, emptyReply } from '../../platform/call.ts';
import { booksReply, runForm } from './wire.ts';

/** The results of the latest checks of the books, and when they ran. */
export const adminBooks = call({
  name: 'admin_books',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: noForm,
  reply: booksReply,
  done: 'common.ok',
});
/** Starts a check as a background task. At most one of each kind runs at a time. */
export const adminBooksRun = call({
  name: 'admin_books_run',
  access: 'admin',
  reads: false,
  permission: 'money.read',
  form: runForm,
  reply: emptyReply,
  done: 'admin.books_asked',
});
