import type { Domain } from '../../platform/domain.ts';
import { conversationTranslations } from '../../legacy/conversations.ts';
import { mayReadAttachments } from './attachments/service.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';
import { tasks } from './tasks.ts';

export const conversationsDomain: Domain = {
  name: 'conversations',
  imports: ['contracts', 'disputes', 'jobs', 'notifications', 'profile', 'quotes', 'search'],
  translations: conversationTranslations,
  tables: TABLES,
  limits: LIMITS,
  // Chosen by the client; it names nothing of anybody else.
  objects: { clientId: null, questionId: 'question' },
  routes,
  tasks,
  crontab: [
    '* * * * * send_unread_notices',
    '23 * * * * mask_messages',
    '50 3 * * * delete_old_message_keys',
  ],
  fileAccess: {
    message_photo: (db, caller, attachmentId) => mayReadAttachments(db, caller.userId, attachmentId),
    message_file: (db, caller, attachmentId) => mayReadAttachments(db, caller.userId, attachmentId),
  },
};
