import type { HiddenKind } from '@fws/contract/platform/contact-data';
import { HiddenNote } from '../../../ui/MaskedText.tsx';
import { ReportButton } from './ReportButton.tsx';

type Props = {
  type: 'job' | 'quote';
  subject: { id: number; hides: readonly HiddenKind[] };
};

/** What others do not read of the reader's own job or quote, and where to say that it is not contact data. */
export const OwnHiddenNote = ({ type, subject: { id, hides } }: Props) => (
  <HiddenNote hides={hides} action={<ReportButton small subject={{ type, id, isOwn: true }} />} />
);
