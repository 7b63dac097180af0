import type { VisitEvidence } from '@fws/contract/visits/evidence';
import type { DeviceStep } from '@fws/contract/visits/possible-times';
import type { VisitStep } from '@fws/contract/visits/schemas';

/** Clients that name no device send each step at once. */
const UNNAMED = '';

const listSteps = (evidence: readonly VisitEvidence[]) =>
  evidence.flatMap((piece) => ('step' in piece ? [piece] : []));

/** A step that a client says nothing about was taken now. */
export function toDeviceStep(
  { device, counter, deviceTime, serverTimeSeen }: Omit<VisitStep, 'milestoneId'>,
  evidence: readonly VisitEvidence[],
  now: Date,
): DeviceStep {
  const nowMs = now.getTime();
  if (device === UNNAMED)
    return {
      device,
      counter: listSteps(evidence).length + 1,
      deviceMs: nowMs,
      seenMs: nowMs,
      receivedMs: nowMs,
    };
  return {
    device,
    counter,
    deviceMs: deviceTime?.getTime() ?? nowMs,
    seenMs: serverTimeSeen?.getTime() ?? null,
    receivedMs: nowMs,
  };
}

/** Whether this step was sent before. A device that names itself may send it again. */
export const isRepeated = (evidence: readonly VisitEvidence[], step: DeviceStep): boolean =>
  step.device !== UNNAMED &&
  listSteps(evidence).some(
    ({ step: { device, counter } }) => device === step.device && counter === step.counter,
  );
