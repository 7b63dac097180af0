import { useState } from 'react';
import type { PlaceOption } from '@fws/contract/places/schemas';
import { useT } from '../../platform/i18n/index.ts';
import { Button, Combobox, Field, Note } from '../../ui/index.ts';
import { findPlaces, findNearestPlace, type PlaceFailure } from './api.ts';

type Props = {
  id: string;
  label: string;
  error?: string | undefined;
  value: string;
  /** A typed place has no known position. */
  onChange: (place: PlaceOption) => void;
  /** For a place other than the current one, such as a native place. */
  elsewhere?: boolean;
};

/** A place in India: typed, chosen from suggestions, or the position of the device. Typing always works. */
export function PlaceField({ id, label, error, value, onChange, elsewhere }: Props) {
  const t = useT();
  const [finding, setFinding] = useState(false);
  const [problem, setProblem] = useState<PlaceFailure>();

  async function chooseCurrent(): Promise<void> {
    setFinding(true);
    setProblem(undefined);
    const place = await findNearestPlace().catch((): PlaceFailure => 'unavailable');
    setFinding(false);
    if (typeof place === 'string') setProblem(place);
    else onChange(place);
  }

  const current = (
    <Button
      variant="quiet"
      icon="here"
      busy={finding}
      busyText={t('places.finding')}
      onClick={() => void chooseCurrent()}
    >
      {t('places.useCurrent')}
    </Button>
  );
  return (
    <>
      <Field id={id} label={label} hint={t('places.hint')} error={error} action={!elsewhere && current}>
        <Combobox
          icon="pin"
          value={value}
          onChange={(text) => onChange({ label: text, latitude: null, longitude: null })}
          onPick={onChange}
          load={findPlaces}
          credit={t('places.credit')}
        />
      </Field>
      {problem && (
        <Note tone="warn" icon="pin" role="alert">
          {t('common.position_invalid')} {t(`places.${problem}`)}
        </Note>
      )}
    </>
  );
}
