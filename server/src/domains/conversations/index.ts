export { loadPublicQuestions } from './questions/view.ts';
export { messageContent } from './content/service.ts';
