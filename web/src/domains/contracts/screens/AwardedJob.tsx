import { ContractScreen } from '../components/ContractScreen.tsx';

/** An awarded job, as who pays for it sees it. */
export default function AwardedJob() {
  return <ContractScreen side="poster" />;
}
