import { SavedAccounts } from './SavedAccounts.tsx';

export default function BankList() {
  return <SavedAccounts kind="bank" />;
}
