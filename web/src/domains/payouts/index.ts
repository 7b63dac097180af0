export { walletBalance } from './api.ts';
export { AccountsAside } from './components/AccountsAside.tsx';
