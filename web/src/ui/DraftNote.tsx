import './css/inbox.css';
import './css/field.css';
import { useT } from '../platform/i18n/index.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

type Props = {
  /** Is there a draft on the device? */
  kept: boolean;
  discard: () => void;
};

/** Says below a form that a reload loses nothing. */
export function DraftNote({ kept, discard }: Props) {
  const t = useT();
  if (!kept) return null;
  return (
    <p className="draft-note" role="status">
      <Icon name="check" />
      {t('ui.draftKept')}
      <Button variant="quiet" onClick={discard}>
        {t('ui.draftDiscard')}
      </Button>
    </p>
  );
}
