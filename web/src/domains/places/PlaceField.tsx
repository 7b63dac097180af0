import { useState } from 'react';
import type { PlaceOption } from '@fws/contract/places/model';
import { useT } from '../../platform/i18n/index.ts';
import { Button, Combobox, Field, Note } from '../../ui/index.ts';
import { findPlaces, placeHere, type NoPosition } from './api.ts';

type Props = {
  id: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  value: string;
  onChange: (text: string) => void;
  /** With coordinates; what is typed by hand has none. */
  onPick?: (place: PlaceOption) => void;
};

/** A place in India: typed, chosen from what is found, or where the device is. Typing always works. */
export function PlaceField({ id, label, hint, error, value, onChange, onPick }: Props) {
  const t = useT();
  const [finding, setFinding] = useState(false);
  const [problem, setProblem] = useState<NoPosition>();

  async function useCurrent(): Promise<void> {
    setFinding(true);
    setProblem(undefined);
    const place = await placeHere().catch((): NoPosition => 'unavailable');
    setFinding(false);
    if (typeof place === 'string') return setProblem(place);
    onChange(place.label);
    onPick?.(place);
  }

  const current = (
    <Button
      variant="quiet"
      icon="pin"
      busy={finding}
      busyText={t('places.finding')}
      onClick={() => void useCurrent()}
    >
      {t('places.useCurrent')}
    </Button>
  );
  return (
    <>
      <Field id={id} label={label} hint={hint} error={error} action={current}>
        <Combobox
          value={value}
          onChange={onChange}
          onPick={(place) => onPick?.(place)}
          load={findPlaces}
          icon="pin"
          placeholder={t('places.example')}
        />
      </Field>
      {problem && (
        <Note tone="warn" icon="pin" role="alert">
          {t('common.position_invalid')} {t(problem === 'denied' ? 'places.denied' : 'places.unavailable')}
        </Note>
      )}
    </>
  );
}
