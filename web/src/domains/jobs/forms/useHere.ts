import { useState } from 'react';
import type { PlaceOption } from '@fws/contract/places/model';
import type { MessageId } from '../../../platform/i18n/index.ts';
import { placeAt } from '../ownApi.ts';

const TIMEOUT_MS = 15_000;

const askDevice = () =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: TIMEOUT_MS }),
  );

/** Use Current Location: the device's position as a place's name. */
export function useHere(onPlace: (place: PlaceOption) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<MessageId>();

  async function find(): Promise<MessageId | undefined> {
    let position: GeolocationPosition;
    try {
      position = await askDevice();
    } catch {
      return 'web.jobs.post.hereDenied';
    }
    try {
      const place = await placeAt(position.coords.latitude, position.coords.longitude);
      if (!place) return 'web.jobs.post.hereAbroad';
      onPlace(place);
      return undefined;
    } catch {
      return 'web.jobs.post.hereUnknown';
    }
  }

  function locate(): void {
    setBusy(true);
    setProblem(undefined);
    void find()
      .then(setProblem)
      .finally(() => setBusy(false));
  }

  return { busy, problem, locate };
}
