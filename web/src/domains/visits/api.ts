import { useMutation } from '@tanstack/react-query';
import { awardedJob } from '@fws/contract/contracts/calls';
import { addDoorKey, endVisit, visitList } from '@fws/contract/visits/calls';
import { callApi } from '../../platform/client/index.ts';
import { callQuery, refresh } from '../../platform/queries/index.ts';

/** The visit of a job, for its two sides. The list is empty where none was agreed. */
export const visitQuery = (jobId: number | string) =>
  callQuery('contract', visitList, { jobId: String(jobId) });

/** The job that begins with it. */
export const jobQuery = (jobId: number | string) =>
  callQuery('contract', awardedJob, { jobId: String(jobId) });

/** The number that the server gives this device’s key. The same key keeps it as long as no other device has one. */
export const registerKey = async (milestoneId: number, publicKey: string): Promise<number> =>
  (await callApi(addDoorKey, { milestoneId: String(milestoneId), publicKey })).keyId;

export const useEndVisit = (milestoneId: number) =>
  useMutation({
    mutationFn: () => callApi(endVisit, { milestoneId: String(milestoneId) }),
    onSuccess: () => refresh('contract'),
  });
