export { Questions } from './components/lazyParts.ts';
export { MessageButton } from './components/MessageButton.tsx';
