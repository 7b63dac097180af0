import { SavedAccounts } from '../components/SavedAccounts.tsx';

export default function BankList() {
  return <SavedAccounts kind="bank" />;
}
