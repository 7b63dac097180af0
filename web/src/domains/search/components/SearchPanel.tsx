import '../panel.css';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Suggestion } from '@fws/contract/search/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { Button, Icon, IconButton, type IconName } from '../../../ui/index.ts';
import { NEAR_KM } from '../distances.ts';
import { readFilter, type JobFilter } from '../filter.ts';
import { forgetAllSearches, forgetSearch, listRecentSearches } from '../recent.ts';
import { suggestionsQuery } from '../searchApi.ts';
import { useSearchWords } from '../useSearchWords.ts';
import { formatCount } from '../formatCount.ts';

type Props = {
  text: string;
  filter: JobFilter;
  onChoose: (filter: JobFilter) => void;
  /** A recent search was removed, with the button that had the focus. */
  onForgotten: () => void;
};

/** Suggestions for the typed text, and what was searched for before. */
export default function SearchPanel({ text, filter, onChoose, onForgotten }: Props) {
  const t = useT();
  const online = useOnline();
  const typed = useDebounced(text);
  const isTyped = text.trim().length > 1;
  const { data = [] } = useQuery({
    ...suggestionsQuery(typed),
    enabled: online && isTyped && typed.length > 1,
    placeholderData: keepPreviousData,
  });
  const suggestions = isTyped ? data : [];
  const [recent, setRecent] = useState(listRecentSearches);

  function forget(address?: string): void {
    if (address === undefined) forgetAllSearches();
    else forgetSearch(address);
    setRecent(listRecentSearches());
    onForgotten();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons inside have the keyboard
    <div
      className="seek-panel"
      // Keeps the focus in the box, whose loss closes the panel.
      onPointerDown={(event) => event.preventDefault()}
      onKeyDown={moveFocus}
    >
      <span className="vh" role="status">
        {suggestions.length > 0 && t('ui.choices', { count: suggestions.length })}
      </span>
      {!online && <p className="t2 mut">{t('web.search.offline')}</p>}
      {suggestions.length > 0 && (
        <section>
          <h2>{t('web.search.suggestions')}</h2>
          <ul>
            {suggestions.map((suggestion) => (
              <li key={`${suggestion.kind} ${suggestion.text}`}>
                <SuggestionRow
                  suggestion={suggestion}
                  text={typed}
                  onPick={() => onChoose(applySuggestion(filter, suggestion))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {recent.length > 0 && (
        <section>
          <h2>
            {t('web.search.recent')}
            <Button variant="quiet" onClick={() => forget()}>
              {t('web.search.clearRecent')}
            </Button>
          </h2>
          <ul>
            {recent.map((address) => (
              <RecentRow
                key={address}
                filter={readFilter(new URLSearchParams(address))}
                onPick={onChoose}
                onForget={() => forget(address)}
              />
            ))}
          </ul>
        </section>
      )}
      {suggestions.length === 0 && recent.length === 0 && online && (
        <p className="t2 mut">{t('web.search.hint')}</p>
      )}
    </div>
  );
}

/** What is chosen joins the filters that are set. A category or a place replaces the text that named it. */
function applySuggestion(filter: JobFilter, { kind, text, categoryId }: Suggestion): JobFilter {
  if (kind === 'category' && categoryId !== null)
    return { ...filter, search: '', category: String(categoryId) };
  if (kind === 'place') return { ...filter, search: '', location: text, near: '', km: filter.km || NEAR_KM };
  return { ...filter, search: text };
}

const ICONS: Record<Suggestion['kind'], IconName> = {
  category: 'tag',
  skill: 'search',
  title: 'search',
  place: 'pin',
};

type SuggestionProps = { suggestion: Suggestion; text: string; onPick: () => void };

function SuggestionRow({ suggestion, text, onPick }: SuggestionProps) {
  const t = useT();
  const { kind, jobs } = suggestion;
  return (
    <button type="button" className="seek-row" onClick={onPick}>
      <Icon name={ICONS[kind]} />
      <span>
        {markBeginning(suggestion.text, text)}
        {kind === 'category' && <small>{t('web.search.category')}</small>}
        {kind === 'place' && <small>{t('web.search.place')}</small>}
      </span>
      {jobs !== null && <small>{formatCount(t, 'web.search.jobs', jobs)}</small>}
    </button>
  );
}

/** The part that was typed in bold. */
function markBeginning(suggested: string, typed: string): ReactNode {
  if (!suggested.toLowerCase().startsWith(typed.toLowerCase())) return suggested;
  return (
    <>
      <b>{suggested.slice(0, typed.length)}</b>
      {suggested.slice(typed.length)}
    </>
  );
}

type RecentProps = { filter: JobFilter; onPick: (filter: JobFilter) => void; onForget: () => void };

function RecentRow({ filter, onPick, onForget }: RecentProps) {
  const t = useT();
  const words = useSearchWords({ ...filter, search: '' });
  return (
    <li>
      <button type="button" className="seek-row" onClick={() => onPick(filter)}>
        <Icon name="history" />
        <span>
          {filter.search}
          <small>{words.length > 0 ? words.join(', ') : t('web.search.everywhere')}</small>
        </span>
      </button>
      <IconButton icon="x" label={t('web.search.forget', { search: filter.search })} onClick={onForget} />
    </li>
  );
}

/** The arrow keys move between the box and the rows of its panel. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.seek-row')];
  const index = rows.findIndex((row) => row === document.activeElement);
  const next = rows[index + (event.key === 'ArrowDown' ? 1 : -1)];
  event.preventDefault();
  if (next) next.focus();
  else if (index === 0) event.currentTarget.closest('form')?.querySelector('input')?.focus();
}
