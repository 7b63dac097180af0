import { useQuery } from '@tanstack/react-query';
import { milestoneRest, quoteRest } from '@fws/contract/contracts/calls';
import { callQuery } from '../../platform/queries/index.ts';

/** What would rest: the release of a milestone, or of the first part of a quote. */
export type Resting = { quoteId: number } | { jobId: number; milestoneId: number };

/** How long the release would rest today, by each way to pay. Never from before: what else is paid changes it. */
export function useRest(of: Resting) {
  const isQuote = 'quoteId' in of;
  const quote = useQuery({
    ...callQuery('contract', quoteRest, { quoteId: isQuote ? String(of.quoteId) : '' }),
    staleTime: 0,
    enabled: isQuote,
  });
  const milestone = useQuery({
    ...callQuery('contract', milestoneRest, {
      jobId: isQuote ? '' : String(of.jobId),
      milestoneId: isQuote ? '' : String(of.milestoneId),
    }),
    staleTime: 0,
    enabled: !isQuote,
  });
  return isQuote ? quote : milestone;
}
