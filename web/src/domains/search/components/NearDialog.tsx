import '../near.css';
import { useEffect, useState } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Combobox, Field, FieldGroup, Note, Tick } from '../../../ui/index.ts';
import { findDevicePlace, findPlaces, type PlaceFailure } from '../../places/index.ts';
import { DISTANCES_KM, NEAR_KM } from '../distances.ts';
import { hasOrigin, type JobFilter } from '../filter.ts';
import { FilterFormDialog } from './FilterFormDialog.tsx';

type Props = { filter: JobFilter; onPick: (change: Partial<JobFilter>) => void; onClose: () => void };

/** A kilometre: enough for distances, and an address that is shared tells no more than the quarter. */
const DECIMALS = 2;

/** Where to look for work. It asks for the position of the device when it opens; typing a place always works. */
export function NearDialog({ filter, onPick, onClose }: Props) {
  const t = useT();
  const isNew = !hasOrigin(filter);
  const [place, setPlace] = useState({ near: filter.near, location: filter.location });
  const [km, setKm] = useState(isNew ? NEAR_KM : filter.km);
  const [finding, setFinding] = useState(isNew);
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<PlaceFailure>();

  useEffect(() => {
    if (!finding) return undefined;
    let isOver = false;
    const finish = (found: Awaited<ReturnType<typeof findDevicePlace>>) => {
      if (isOver) return;
      setFinding(false);
      if (typeof found === 'string') return setProblem(found);
      const { latitude, longitude, label } = found;
      setPlace({
        near: [latitude, longitude].map((value) => value.toFixed(DECIMALS)).join(','),
        location: label,
      });
    };
    findDevicePlace().then(finish, () => finish('unavailable'));
    return () => {
      isOver = true;
    };
  }, [finding]);

  /** What is typed counts, whatever the device says meanwhile. */
  function type(location: string): void {
    setFinding(false);
    setProblem(undefined);
    setPlace({ near: '', location });
  }

  async function submit(): Promise<void> {
    setChecking(true);
    const location = place.location.trim();
    // Distances need a place that we know. Jobs at any other are found by its words.
    const isKnown = place.near !== '' || (await isPlace(location));
    const distance = isKnown ? km : '';
    onPick({
      near: distance === '' ? '' : place.near,
      location,
      km: distance,
      ...(distance === '' && filter.sort === 'nearest' && { sort: '' }),
    });
  }

  return (
    <FilterFormDialog
      title={t('web.jobs.filter.byLocation')}
      action={t('web.jobs.filter.byLocation')}
      disabled={place.location.trim() === ''}
      busy={checking}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label={t('web.jobs.filter.location')}
        hint={t('web.jobs.filter.locationHint')}
        action={
          <Button
            variant="quiet"
            icon="here"
            busy={finding}
            busyText={t('places.finding')}
            onClick={() => {
              setProblem(undefined);
              setFinding(true);
            }}
          >
            {t('places.useCurrent')}
          </Button>
        }
      >
        <Combobox
          icon="pin"
          value={place.location}
          onChange={type}
          onPick={({ label }) => type(label)}
          load={findPlaces}
          credit={t('places.credit')}
        />
      </Field>
      {problem && (
        <Note tone="warn" icon="pin" role="alert">
          {t(`places.${problem}`)}
        </Note>
      )}
      <FieldGroup label={t('web.search.distance')}>
        <ul className="near-km">
          {[...DISTANCES_KM, ''].map((distance) => (
            <li key={distance}>
              <Tick type="radio" name="km" checked={distance === km} onChange={() => setKm(distance)}>
                {distance === '' ? t('web.search.thisPlace') : t('web.jobs.filter.within', { km: distance })}
              </Tick>
            </li>
          ))}
        </ul>
      </FieldGroup>
    </FilterFormDialog>
  );
}

const isPlace = async (text: string): Promise<boolean> => {
  const places = await findPlaces(text, new AbortController().signal).catch(() => []);
  return places.length > 0;
};
