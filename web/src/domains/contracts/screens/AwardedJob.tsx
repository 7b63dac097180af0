import { ContractScreen } from './ContractScreen.tsx';

/** An awarded job as its poster sees it. */
export default function AwardedJob() {
  return <ContractScreen side="poster" />;
}
