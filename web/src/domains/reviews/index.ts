export { PersonReviews } from './components/lazyParts.tsx';
