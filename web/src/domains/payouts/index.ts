export { walletBalanceQuery } from './api.ts';
export { AccountsAside } from './components/AccountsAside.tsx';
