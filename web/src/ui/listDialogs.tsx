import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { Button } from './Button.tsx';
import { Tick } from './choices.tsx';
import { Dialog } from './Dialog.tsx';
import { SearchInput } from './inputs.tsx';
import type { Option } from './inputs.tsx';

type RadioListProps = {
  title: string;
  options: readonly Option[];
  value: string;
  onPick: (value: string) => void;
  onClose: () => void;
};

/** A short list, such as Sort by: choosing applies and closes. */
export function RadioListDialog({ title, options, value, onPick, onClose }: RadioListProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <ul className="list-dialog">
        {options.map((option) => (
          <li key={option.value}>
            <Tick
              type="radio"
              name="choice"
              checked={option.value === value}
              onChange={() => onPick(option.value)}
            >
              {option.label}
            </Tick>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export type ListItem = Option & { detail?: string; picture?: ReactNode };

type SearchableListProps = {
  title: string;
  items: readonly ListItem[];
  searchLabel: string;
  /** The pinned button's words: "Share Now". */
  action: string;
  onPick: (value: string) => void;
  onClose: () => void;
  value?: string;
  busy?: boolean;
  /** Said when the list itself is empty. */
  empty?: ReactNode;
};

/** A long list to search and choose one from. */
export function SearchableListDialog(props: SearchableListProps) {
  const { title, items, searchLabel, action, onPick, onClose, value, busy, empty } = props;
  const t = useT();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(value);
  const wanted = query.trim().toLocaleLowerCase();
  const found = items.filter((item) => item.label.toLocaleLowerCase().includes(wanted));
  const submit = (
    <Button
      variant="primary"
      disabled={chosen === undefined}
      busy={busy}
      onClick={() => chosen && onPick(chosen)}
    >
      {action}
    </Button>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={submit} full>
      <SearchInput
        aria-label={searchLabel}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <ul className="list-dialog">
        {found.map((item) => (
          <li key={item.value}>
            <Tick
              type="radio"
              name="choice"
              checked={item.value === chosen}
              onChange={() => setChosen(item.value)}
              detail={item.detail}
            >
              {item.picture} {item.label}
            </Tick>
          </li>
        ))}
      </ul>
      <p className="t2 mut" role="status">
        {items.length === 0 ? empty : found.length === 0 && t('ui.nothingFound', { query })}
      </p>
    </Dialog>
  );
}
