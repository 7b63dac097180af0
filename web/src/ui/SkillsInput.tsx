import './css/skills.css';
import './css/skills-input.css';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { Button, IconButton } from './Button.tsx';
import { InputBox } from './inputs.tsx';

type Props = {
  value: readonly string[];
  onChange: (skills: string[]) => void;
  id?: string;
  placeholder?: string;
  max?: number;
};

/** A comma, Enter, Tab, the button or leaving the field adds the typed text. Backspace removes the last skill. */
export function SkillsInput({ value, onChange, id, placeholder, max = 20 }: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const isFull = value.length >= max;

  function add(text: string): void {
    const existing = new Set(value.map((skill) => skill.toLocaleLowerCase()));
    const added: string[] = [];
    for (const skill of text.split(',').map((part) => part.trim())) {
      if (skill === '' || existing.has(skill.toLocaleLowerCase())) continue;
      existing.add(skill.toLocaleLowerCase());
      added.push(skill);
    }
    if (added.length > 0) onChange([...value, ...added].slice(0, max));
    setTyped('');
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    // While the input method composes text, Enter belongs to it.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1));
    if (typed.trim() === '' || !['Enter', 'Tab'].includes(event.key) || event.shiftKey) return;
    event.preventDefault();
    add(typed);
  }

  return (
    <div className="skills-input">
      {value.length > 0 && (
        <ul className="skills">
          {value.map((skill) => (
            <li key={skill}>
              {skill}
              <IconButton
                icon="x"
                label={t('ui.remove', { name: skill })}
                onClick={() => onChange(value.filter((other) => other !== skill))}
              />
            </li>
          ))}
        </ul>
      )}
      <InputBox
        {...(id === undefined ? {} : { id })}
        value={typed}
        placeholder={isFull ? undefined : placeholder}
        readOnly={isFull}
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ currentTarget: { value: text } }) => (text.includes(',') ? add(text) : setTyped(text))}
        onKeyDown={handleKey}
        onBlur={() => add(typed)}
        after={typed.trim() !== '' && <AddButton onAdd={() => add(typed)} />}
      />
    </div>
  );
}

/** For touch keyboards, which may have neither Tab nor a comma within reach. */
function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button
      variant="quiet"
      tabIndex={-1}
      // The field keeps its focus, so that the keyboard stays for the next one.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onAdd}
    >
      {useT()('ui.add')}
    </Button>
  );
}
