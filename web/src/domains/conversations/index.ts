export { MessageButton } from './components/MessageButton.tsx';
