import { ContractScreen } from './ContractScreen.tsx';

/** An awarded job as its worker sees it. */
export default function MyJob() {
  return <ContractScreen side="worker" />;
}
