import type { ReactNode } from 'react';
import { Button, Dialog } from '../../../ui/index.ts';

type Props = {
  title: string;
  action: string;
  disabled?: boolean;
  busy?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A small form in a dialog, with its button pinned below. */
export function FilterFormDialog({ title, action, disabled, busy, onSubmit, onClose, children }: Props) {
  const submit = (
    <Button type="submit" form="filter-form" variant="primary" disabled={disabled} busy={busy}>
      {action}
    </Button>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={submit}>
      <form
        id="filter-form"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
