export { loadPublicQuestions } from './questions/view.ts';
export { copyConversation, readWholeConversation } from './disputes/service.ts';
export { messageContent } from './content/service.ts';
