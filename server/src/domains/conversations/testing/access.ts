import type { AccessFacts } from '../../../../test/access/scene.ts';

/** A conversation is named by the job and the person on the other side; a stranger is neither. */
export const access: AccessFacts = {
  values: {
    clientId: 'client-of-a-stranger',
    'conversation_send.text': 'Which floor?',
    'conversation_read.number': '1',
  },
};
