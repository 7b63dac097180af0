import './css/calendar.css';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { addDays, isCalendarDate, toIstDate } from '@fws/contract/platform/dates';
import { formatDate, formatMonth, useT } from '../platform/i18n/index.ts';
import { Button, IconButton } from './Button.tsx';
import {
  addMonths,
  getMonth,
  getWeekday,
  isWithin,
  limitDate,
  listWeeks,
  listYears,
  type Limits,
} from './calendarDays.ts';
import { Dialog } from './Dialog.tsx';

export type CalendarProps = Limits & {
  /** The chosen date, or anything else for none. */
  value: string;
  /** An empty text takes the chosen date away. */
  onChoose: (date: string) => void;
  onClose: () => void;
};

/** The month of a date, to choose a day from. The arrow keys move by days and weeks, Page Up and Down by months. */
export default function Calendar({ value, min, max, onChoose, onClose }: CalendarProps) {
  const t = useT();
  const limits = { min, max };
  const [today] = useState(() => toIstDate(new Date()));
  const [current, setCurrent] = useState(() => limitDate(isCalendarDate(value) ? value : today, limits));
  const move = (date: string): void => setCurrent(limitDate(date, limits));
  return (
    <Dialog
      title={t('dates.choose')}
      onClose={onClose}
      footer={value !== '' && <Button onClick={() => onChoose('')}>{t('dates.clear')}</Button>}
    >
      <div className="cal">
        <MonthChoice current={current} years={listYears(today, limits)} limits={limits} onMove={move} />
        <Month
          current={current}
          chosen={value}
          today={today}
          limits={limits}
          onMove={move}
          onChoose={onChoose}
        />
      </div>
    </Dialog>
  );
}

type MonthChoiceProps = {
  current: string;
  years: readonly number[];
  limits: Limits;
  onMove: (date: string) => void;
};

function MonthChoice({ current, years, limits, onMove }: MonthChoiceProps) {
  const t = useT();
  const [year, month] = [current.slice(0, 4), Number(current.slice(5, 7))];
  /** Some day of the month that is so many months from this one can be chosen. */
  const isAvailable = (months: number) => {
    const date = addMonths(current, months);
    return getMonth(limitDate(date, limits)) === getMonth(date);
  };
  return (
    <div className="cal-h">
      <IconButton
        icon="left"
        label={t('dates.previousMonth')}
        disabled={!isAvailable(-1)}
        onClick={() => onMove(addMonths(current, -1))}
      />
      <select
        className="inp"
        aria-label={t('dates.month')}
        value={month}
        onChange={({ currentTarget }) => onMove(addMonths(current, Number(currentTarget.value) - month))}
      >
        {t('common.months')
          .split(' ')
          .map((name, index) => (
            <option key={name} value={index + 1} disabled={!isAvailable(index + 1 - month)}>
              {name}
            </option>
          ))}
      </select>
      <select
        className="inp"
        aria-label={t('dates.year')}
        value={year}
        onChange={({ currentTarget }) =>
          onMove(addMonths(current, 12 * (Number(currentTarget.value) - Number(year))))
        }
      >
        {years.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <IconButton
        icon="right"
        label={t('dates.nextMonth')}
        disabled={!isAvailable(1)}
        onClick={() => onMove(addMonths(current, 1))}
      />
    </div>
  );
}

type MonthProps = {
  current: string;
  chosen: string;
  today: string;
  limits: Limits;
  onMove: (date: string) => void;
  onChoose: (date: string) => void;
};

/** How far each key moves from a date. */
const KEYS: Record<string, (date: string, big: boolean) => string> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, -getWeekday(date)),
  End: (date) => addDays(date, 6 - getWeekday(date)),
  PageUp: (date, big) => addMonths(date, big ? -12 : -1),
  PageDown: (date, big) => addMonths(date, big ? 12 : 1),
};

function Month({ current, chosen, today, limits, onMove, onChoose }: MonthProps) {
  const t = useT();
  const table = useRef<HTMLTableElement>(null);
  // The keys move the focus too; the buttons above the month keep it.
  const [followsKeys, setFollowsKeys] = useState(true);
  useEffect(() => {
    if (followsKeys) table.current?.querySelector<HTMLElement>(`[data-date="${current}"]`)?.focus();
  }, [current, followsKeys]);

  function handleKey(event: KeyboardEvent): void {
    const next = KEYS[event.key]?.(current, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    setFollowsKeys(true);
    onMove(next);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons in it
    <table ref={table} onKeyDown={handleKey} onBlur={() => setFollowsKeys(false)}>
      <caption className="vh" aria-live="polite">
        {formatMonth(t, current)}
      </caption>
      <thead>
        <tr>
          {t('dates.weekdays')
            .split(' ')
            .map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(getMonth(current)).map((week) => (
          <tr key={week.find((date) => date !== null)}>
            {week.map((date, weekday) => (
              <td key={weekday}>
                {date !== null && (
                  <button
                    type="button"
                    data-date={date}
                    aria-label={formatDate(t, date)}
                    aria-pressed={date === chosen}
                    aria-current={date === today ? 'date' : undefined}
                    disabled={!isWithin(date, limits)}
                    tabIndex={date === current ? 0 : -1}
                    onClick={() => onChoose(date)}
                  >
                    {Number(date.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
