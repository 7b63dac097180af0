export { messageContent } from './content/service.ts';
