import '../../../ui/css/inbox.css';
import '../search.css';
import { Suspense, useRef, useState } from 'react';
import { SEARCH_MAX } from '@fws/contract/platform/limits';
import { lazyScreen, useLocale, useT } from '../../../platform/i18n/index.ts';
import { useInteractive } from '../../../platform/interactive/index.ts';
import { Button, Icon, IconButton } from '../../../ui/index.ts';
import type { JobFilter } from '../filter.ts';
import { useBackButton } from '../useBackButton.ts';
import { useEarlyFocus } from '../useEarlyFocus.ts';

const SearchPanel = lazyScreen(['search'], () => import('./SearchPanel.tsx'));

type Props = { filter: JobFilter; onShow: (filter: JobFilter) => void };

/** The search box. While it has the focus its panel drops below it; on a phone the two fill the screen. */
export function SearchBox({ filter, onShow }: Props) {
  const t = useT();
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(filter.search);
  const [open, setOpen] = useState(false);
  const [listening, setListening] = useState(false);
  const interactive = useInteractive();
  // The address may change by itself, for example by going back.
  const [shown, setShown] = useState(filter.search);
  if (shown !== filter.search) {
    setShown(filter.search);
    setText(filter.search);
  }

  const getInput = () => form.current?.querySelector('input');

  function close(): void {
    setOpen(false);
    getInput()?.blur();
  }

  useBackButton(open, close);

  useEarlyFocus(getInput, () => setOpen(true));

  function choose(next: JobFilter): void {
    setText(next.search);
    close();
    onShow(next);
  }

  function clear(): void {
    setText('');
    if (filter.search !== '') onShow({ ...filter, search: '' });
    getInput()?.focus();
  }

  async function listen(): Promise<void> {
    const { listenForText } = await import('../voice.ts');
    setListening(true);
    const heard = await listenForText(locale, setText);
    setListening(false);
    if (heard !== '') choose({ ...filter, search: heard });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it follows the focus and Escape of its own fields
    <form
      ref={form}
      className={open ? 'seek is-open' : 'seek'}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const search = text.trim();
        if (search === '' && filter.search === '') getInput()?.focus();
        else choose({ ...filter, search });
      }}
      onFocus={({ target }) => setOpen(target.matches('input') || open)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div className="seek-bar">
        {open && <IconButton className="seek-back" icon="back" label={t('ui.close')} onClick={close} />}
        <div className="inbox">
          <Icon name="search" size="md" />
          <input
            className="inp"
            type="search"
            name="search"
            aria-label={t('web.search.label')}
            placeholder={t(listening ? 'web.search.listening' : 'web.search.placeholder')}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={SEARCH_MAX}
            readOnly={!interactive}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {text === '' && interactive && hasSpeech() && (
            <IconButton
              icon="mic"
              label={t('web.search.speak')}
              aria-pressed={listening}
              onClick={() => void listen()}
            />
          )}
          {text !== '' && <IconButton icon="x" label={t('ui.clearSearch')} onClick={clear} />}
        </div>
        <Button type="submit" variant="primary" className="only-d">
          {t('web.search.submit')}
        </Button>
      </div>
      {open && (
        <Suspense>
          <SearchPanel
            text={text}
            filter={filter}
            onChoose={choose}
            // Without the focus, nothing would close the panel.
            onForgotten={() => getInput()?.focus()}
          />
        </Suspense>
      )}
    </form>
  );
}

const hasSpeech = () => 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window;
