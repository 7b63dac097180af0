import { noForm } from '../../identity/session/wire.ts';
import { call, emptyReply } from '../../platform/call.ts';
import { booksReply, runForm } from './wire.ts';

/** What the last checks of the books found, and when. */
export const adminBooks = call({
  name: 'admin_books',
  access: 'admin',
  permission: 'money.read',
  form: noForm,
  reply: booksReply,
  done: 'common.ok',
});
/** Has it worked out anew, by a job: nobody waits for it, and one of a kind runs at a time. */
export const adminBooksRun = call({
  name: 'admin_books_run',
  access: 'admin',
  permission: 'money.read',
  form: runForm,
  reply: emptyReply,
  done: 'admin.books_asked',
});
