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

export type ListItem = Option & {
  detail?: string;
  picture?: ReactNode;
  /** Additional text that a search finds it by. */
  keywords?: string;
};

type SearchableListProps = {
  title: string;
  items: readonly ListItem[];
  searchLabel: string;
  /** The label of the pinned button: "Share Now". */
  action: string;
  onPick: (value: string) => void;
  onClose: () => void;
  value?: string;
  busy?: boolean;
  /** Shown when the list itself is empty. */
  empty?: ReactNode;
  /** Rarely used options, behind one tap. A search includes them. */
  moreOptions?: { label: string; items: readonly ListItem[] };
};

/** A long list to search and choose one from. */
export function SearchableListDialog(props: SearchableListProps) {
  const { title, items, searchLabel, action, onPick, onClose, value, busy, empty, moreOptions } = props;
  const t = useT();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(value);
  const searchText = query.trim().toLocaleLowerCase();
  const isMoreOption = (key: string | undefined) =>
    moreOptions?.items.some((item) => item.value === key) ?? false;
  const [showsMore, setShowsMore] = useState(() => isMoreOption(value));
  const listed = moreOptions && (showsMore || searchText !== '') ? [...items, ...moreOptions.items] : items;
  const matches = listed.filter((item) =>
    `${item.label}\n${item.keywords ?? ''}`.toLocaleLowerCase().includes(searchText),
  );
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
        {matches.map((item) => (
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
        {listed.length === 0 ? empty : matches.length === 0 && t('ui.nothingFound', { query })}
      </p>
      {moreOptions && listed === items && (
        <Button variant="quiet" icon="down" onClick={() => setShowsMore(true)}>
          {moreOptions.label}
        </Button>
      )}
    </Dialog>
  );
}
