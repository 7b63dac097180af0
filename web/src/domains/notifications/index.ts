export { PushOffer } from './components/PushOffer.tsx';
