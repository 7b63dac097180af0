import { useState, type ComponentProps, type ComponentType, type KeyboardEvent } from 'react';
import { isCalendarDate } from '@fws/contract/platform/dates';
import { formatDate, loadAreas, useT } from '../platform/i18n/index.ts';
import { IconButton } from './Button.tsx';
import type { CalendarProps } from './Calendar.tsx';
import type { Limits } from './calendarDays.ts';
import { InputBox } from './inputs.tsx';
import { parseTypedDate } from './typedDate.ts';

type Props = Omit<
  ComponentProps<typeof InputBox>,
  keyof Limits | 'type' | 'value' | 'defaultValue' | 'onChange' | 'after' | 'autoComplete' | 'inputMode'
> &
  Limits & {
    /** "2026-12-18". What is typed and is no date is passed on as it is, so that the form refuses it. */
    value: string;
    onChange: (date: string) => void;
  };

async function loadCalendar(): Promise<ComponentType<CalendarProps>> {
  const [part] = await Promise.all([import('./Calendar.tsx'), loadAreas(['dates'])]);
  return part.default;
}

/** The limit may be what another field holds, which need not be a date. */
const toLimit = (date: string | undefined): string | undefined =>
  date !== undefined && isCalendarDate(date) ? date : undefined;

/** True where a finger is the pointer: there a tap opens the calendar in place of the keyboard. */
const hasTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** A date in the reader's format, typed or chosen in a calendar. */
export function DateInput({ value, onChange, min, max, onBlur, ...rest }: Props) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps>>();
  const [keyboardOff, setKeyboardOff] = useState(hasTouch);

  async function open(): Promise<void> {
    try {
      const loaded = await loadCalendar();
      setCalendar(() => loaded);
      setOpen(true);
    } catch {
      // Without a network the date can still be typed.
      setKeyboardOff(false);
    }
  }

  function change(text: string): void {
    setTyped(text);
    onChange(parseTypedDate(text, t('common.months').split(' ')) ?? text);
  }

  function choose(date: string): void {
    setTyped(undefined);
    setOpen(false);
    onChange(date);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    void open();
  }

  return (
    <>
      <InputBox
        {...rest}
        value={typed ?? (isCalendarDate(value) ? formatDate(t, value) : value)}
        placeholder={t('ui.dateFormat')}
        autoComplete="off"
        inputMode={keyboardOff ? 'none' : 'text'}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onClick={() => keyboardOff && void open()}
        onFocus={() => void loadCalendar().catch(() => undefined)}
        onKeyDown={handleKey}
        onBlur={(event) => {
          setTyped(undefined);
          onBlur?.(event);
        }}
        after={
          <IconButton
            icon="cal"
            label={t('ui.calendar')}
            aria-haspopup="dialog"
            onClick={() => void open()}
          />
        }
      />
      {isOpen && Calendar && (
        <Calendar
          value={value}
          min={toLimit(min)}
          max={toLimit(max)}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
