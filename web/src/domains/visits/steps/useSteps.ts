import { useEffect } from 'react';
import { useMutation } from '@tanstack/react-query';
import { arrived, onMyWay, startVisit } from '@fws/contract/visits/calls';
import type { Visit } from '@fws/contract/visits/schemas';
import { getServerTime } from '../../../platform/client/index.ts';
import { act, deleteActions, useWaitingActions, watchOutbox } from '../../../platform/outbox/index.ts';
import { refresh } from '../../../platform/queries/index.ts';
import { getStepObject, readProgress, type Progress } from './progress.ts';
import { keepServerTime, stampStep } from './stamp.ts';

interface Place {
  latitude: number;
  longitude: number;
}

/** What the worker, or the poster, does at the door. Without a network it waits on the device, with its own time. */
export type VisitStep =
  | { kind: 'leave' }
  | { kind: 'arrive'; place: Place | null }
  | { kind: 'start'; code?: string; signed?: string };

async function take({ milestoneId }: Visit, title: string, step: VisitStep): Promise<'done' | 'waits'> {
  const values = { milestoneId: String(milestoneId), ...(await stampStep(new Date())) };
  const names = { object: getStepObject(milestoneId), title };
  switch (step.kind) {
    case 'leave':
      return act(onMyWay, values, names);
    case 'arrive': {
      const { latitude, longitude } = step.place ?? {};
      const place =
        latitude === undefined || longitude === undefined
          ? {}
          : { latitude: String(latitude), longitude: String(longitude) };
      return act(arrived, { ...values, ...place }, names);
    }
    case 'start':
      return act(startVisit, { ...values, code: step.code ?? '', signed: step.signed ?? '' }, names);
  }
}

/** Takes steps of a visit. `title`: of the job, for the list of what waits. */
export const useTakeStep = (visit: Visit, title: string) =>
  useMutation({
    networkMode: 'always',
    mutationFn: (step: VisitStep) => take(visit, title, step),
    onSettled: () => refresh('contract'),
  });

/** What the server and this device know of the steps. */
export function useProgress(visit: Visit): Progress {
  const actions = useWaitingActions();
  useEffect(() => void watchOutbox()(), []);
  const serverMs = getServerTime();
  useEffect(() => void keepServerTime(serverMs), [serverMs]);
  const progress = readProgress(visit, actions);
  // A code that was refused is no news once the work has started by another way.
  const refused =
    progress.start.kind === 'started'
      ? actions.find(
          ({ call, object, refusal }) =>
            call === 'start_visit' && refusal !== null && object === getStepObject(visit.milestoneId),
        )?.id
      : undefined;
  useEffect(() => {
    if (refused !== undefined) void deleteActions([refused]);
  }, [refused]);
  return progress;
}
