export { messagePages, questionPages } from './api.ts';
export { Questions } from './components/Questions.tsx';
export { MessageButton } from './components/MessageButton.tsx';
