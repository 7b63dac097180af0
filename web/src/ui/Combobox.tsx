import './css/combobox.css';
import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { cx } from './cx.ts';
import { useControl } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';

export type ComboOption = { key: string; label: string; detail?: string };

type Props<T extends ComboOption> = {
  /** The text as typed: free text is kept, an option only fills it. */
  value: string;
  onChange: (text: string) => void;
  onPick: (option: T) => void;
  load: (query: string, signal: AbortSignal) => Promise<readonly T[]>;
  id?: string;
  name?: string;
  icon?: IconName;
  placeholder?: string;
  /** The attribution of the options' source, shown at the end of the list. */
  credit?: string;
  minChars?: number;
};

const DEBOUNCE_MS = 200;

/** A text input that suggests options, such as places. */
export function Combobox<T extends ComboOption>(props: Props<T>) {
  const { value, onChange, onPick, load, id, name, icon, placeholder, credit, minChars = 2 } = props;
  const t = useT();
  const listId = useId();
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(-1);
  const options = useOptions(query, load, minChars);
  const open = query !== undefined && options.length > 0;

  function close(): void {
    setQuery(undefined);
    setActive(-1);
  }

  function pick(option: T): void {
    onChange(option.label);
    onPick(option);
    close();
  }

  function handleKey(event: KeyboardEvent): void {
    // While a Hindi keyboard composes a word, arrows and Enter choose among its own candidates.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setQuery(value);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // Up from the input goes to the last option.
      const from = step < 0 ? Math.max(active, 0) : active;
      const next = (from + step + options.length) % options.length;
      setActive(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && open) {
      const option = options[active];
      if (!option) return;
      event.preventDefault();
      pick(option);
    }
  }

  return (
    <div className="combo">
      <span className="inbox">
        {icon && <Icon name={icon} size="md" />}
        <input
          {...useControl(id)}
          name={name}
          className="inp"
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={placeholder}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            setQuery(currentTarget.value);
            setActive(-1);
          }}
          onKeyDown={handleKey}
          onBlur={close}
        />
      </span>
      <div className="combo-list" hidden={!open}>
        <div id={listId} role="listbox">
          {options.map((option, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input has the keyboard
            <div
              key={option.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={cx(index === active && 'on')}
              // Prevent blur, which would close the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
            >
              <b>{option.label}</b>
              {option.detail !== undefined && <small>{option.detail}</small>}
            </div>
          ))}
        </div>
        {credit && <small>{credit}</small>}
      </div>
      <span className="vh" role="status">
        {open && t('ui.choices', { count: options.length })}
      </span>
    </div>
  );
}

/** The options for the query once typing pauses. A failed lookup returns none: typing still works. */
function useOptions<T>(query: string | undefined, load: Props<T & ComboOption>['load'], minChars: number) {
  const [results, setResults] = useState<readonly (T & ComboOption)[]>([]);
  const trimmedQuery = query?.trim() ?? '';
  useEffect(() => {
    if (trimmedQuery.length < minChars) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      load(trimmedQuery, controller.signal).then(
        (options) => !controller.signal.aborted && setResults(options),
        () => setResults([]),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [trimmedQuery, load, minChars]);
  return trimmedQuery.length < minChars ? [] : results;
}
