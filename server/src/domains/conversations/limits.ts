import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  message_user: ['300/1h', 'messages of one user'],
  question_user: ['30/1h', 'questions of one user about jobs'],
});
