export { todayQuery } from './api.ts';
export { Today } from './components/Today.tsx';
