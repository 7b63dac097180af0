import { useState } from 'react';
import { toast } from '../../platform/toasts/index.ts';
import {
  Button,
  ButtonLink,
  ButtonRow,
  Dialog,
  FilterButtons,
  IconButton,
  Menu,
  RadioListDialog,
  SearchableListDialog,
  Tabs,
} from '../../ui/index.ts';
import { Sample } from './Sample.tsx';

export function Actions() {
  return (
    <>
      <Sample title="Buttons">
        <ButtonRow>
          <Button variant="primary">Submit Quote</Button>
          <Button variant="primary" busy busyText="Submitting">
            Submit Quote
          </Button>
          <Button variant="primary" disabled>
            Off
          </Button>
          <Button variant="accent">Release ₹24,000</Button>
          <Button variant="accent" busy busyText="Releasing">
            Release ₹24,000
          </Button>
        </ButtonRow>
        <ButtonRow>
          <Button>Cancel</Button>
          <Button variant="quiet">Edit</Button>
          <Button variant="danger">Cancel Quote</Button>
          <Button variant="dangerSolid">Refund ₹9,408</Button>
          <ButtonLink to="/" icon="search" small>
            Find jobs
          </ButtonLink>
          <IconButton icon="share" label="Share" />
        </ButtonRow>
      </Sample>
      <Dialogs />
      <Navigation />
    </>
  );
}

const sorts = ['Latest', 'Oldest', 'Closing Soon'].map((label) => ({ value: label, label }));
const friends = [
  { value: '1', label: 'Sunita', detail: 'Architecture, Interiors' },
  { value: '2', label: 'Suresh', detail: 'Plumbing' },
];

function Dialogs() {
  const [open, setOpen] = useState<'plain' | 'radio' | 'search'>();
  const close = () => setOpen(undefined);
  return (
    <Sample title="Dialogs, toasts">
      <ButtonRow>
        <Button onClick={() => setOpen('plain')}>Dialog</Button>
        <Button onClick={() => setOpen('radio')}>Radio list</Button>
        <Button onClick={() => setOpen('search')}>Searchable list</Button>
        <Button onClick={() => toast.success('₹24,000 released to Imran’s passbook.')}>Good toast</Button>
        <Button onClick={() => toast.error('Something went wrong. Please try again in a minute')}>
          Bad toast
        </Button>
      </ButtonRow>
      {open === 'plain' && (
        <Dialog
          title="Release"
          onClose={close}
          footer={
            <Button variant="accent" onClick={close}>
              Release ₹24,000
            </Button>
          }
        >
          <p>₹24,000 goes from escrow to Imran’s passbook. This cannot be taken back.</p>
        </Dialog>
      )}
      {open === 'radio' && (
        <RadioListDialog title="Sort by" options={sorts} value="Latest" onPick={close} onClose={close} />
      )}
      {open === 'search' && (
        <SearchableListDialog
          title="Share Job to Friends"
          items={friends}
          searchLabel="Search friends"
          action="Share Now"
          onPick={close}
          onClose={close}
        />
      )}
    </Sample>
  );
}

const open = () => undefined;

function Navigation() {
  return (
    <Sample title="Tabs, filters, menu">
      <Tabs
        label="Jobs"
        current="posted"
        items={[
          { key: 'posted', to: '?tab=posted', label: 'Posted Jobs', count: 6 },
          { key: 'awarded', to: '?tab=awarded', label: 'Projects Awarded', count: 2 },
        ]}
      />
      <FilterButtons
        label="Sort and filter, one at a time"
        items={[
          { key: 'sort', label: 'Closing Soon', icon: 'sort', active: true, onOpen: open, onClear: open },
          { key: 'place', label: 'Location', icon: 'pin', active: false, onOpen: open },
          { key: 'category', label: 'Category', icon: 'tag', active: false, onOpen: open },
        ]}
      />
      <div>
        <Menu trigger="Menu" triggerClass="btn second">
          <button type="button">First</button>
        </Menu>
      </div>
    </Sample>
  );
}
