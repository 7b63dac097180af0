import { askQuestion } from '@fws/contract/conversations/calls';
import type { AccessFacts, Owners } from '../../../../test/access/scene.ts';
import { post } from '../../../../test/story.ts';

/** A conversation is named by the job and the person on the other side; a stranger is neither. */
export const access: AccessFacts = {
  values: {
    clientId: 'client-of-a-stranger',
    'conversation_send.text': 'Which floor?',
    'conversation_read.number': '1',
    // Of the poster.
    'conversation_edit.number': '2',
    'conversation_take_back.number': '2',
    'conversation_cite.number': '1',
  },
  publicObjects: {
    ask_question: {
      scenes: ['an open job'],
      why: 'everybody may ask about an open job',
      changes: ['conversation', 'message', 'message_key', 'job_question', 'attempt_counter'],
    },
    question_list: { scenes: ['an open job'], why: 'an open job is there for everybody signed in' },
  },
  objects: {
    users: async (owners) => ({ question: await createQuestion(owners) }),
  },
};

/** One that only the poster and the worker may read until it is answered for everybody. */
async function createQuestion({ world, poster, worker, createSecret }: Owners): Promise<string> {
  const { id } = await post(world, poster);
  const { questionId } = await worker.done(askQuestion, {
    jobId: String(id),
    text: createSecret('question'),
  });
  return String(questionId);
}
