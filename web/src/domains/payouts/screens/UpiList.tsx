import { SavedAccounts } from './SavedAccounts.tsx';

export default function UpiList() {
  return <SavedAccounts kind="upi" />;
}
