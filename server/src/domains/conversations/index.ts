export { loadPublicQuestions } from './questions/view.ts';
export { readWholeConversation } from './disputes/service.ts';
export { messageContent } from './content/service.ts';
