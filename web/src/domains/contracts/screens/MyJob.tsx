import { ContractScreen } from '../components/ContractScreen.tsx';

/** An awarded job, as who does it sees it. */
export default function MyJob() {
  return <ContractScreen side="worker" />;
}
