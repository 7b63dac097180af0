import { SavedAccounts } from '../components/SavedAccounts.tsx';

export default function UpiList() {
  return <SavedAccounts kind="upi" />;
}
