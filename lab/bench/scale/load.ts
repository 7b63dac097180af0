import type { OutsideChannel } from '@fws/contract/notifications/channels';
import { REQUEST_KINDS, type Inputs } from './inputs.ts';

const SECONDS_A_DAY = 86_400;
export const DAYS_A_MONTH = 30;

export interface Flow {
  aDay: number;
  meanASecond: number;
  peakASecond: number;
}

/** What people do in a day, and at the peak. */
export interface Load {
  activeADay: number;
  streamsAtPeak: number;
  openJobs: number;
  /** Of the target's jobs: the entries that these flows make of them. */
  entries: number;
  requests: Flow;
  publicPages: Flow;
  logins: Flow;
  changes: Flow;
  posts: Flow;
  quotes: Flow;
  fundings: Flow;
  releases: Flow;
  withdrawals: Flow;
  ledgerTransactions: Flow;
  ledgerEntries: Flow;
  notices: { urgent: Flow; bundled: Flow };
  codes: Flow;
  /** Messages of a notice, by channel: the part of notices that have one. */
  reach: { urgent: Record<OutsideChannel, number>; bundled: Record<OutsideChannel, number> };
  messages: Record<OutsideChannel, Flow>;
  photosStored: Flow;
  photosShown: Flow;
  storedGbADay: number;
  sentGbADay: number;
}

/** What flows in all, of all kinds or by all channels. */
export function sumFlows(flows: Readonly<Record<string, Flow>>): Flow {
  const sum = (name: keyof Flow) => Object.values(flows).reduce((total, flow) => total + flow[name], 0);
  return { aDay: sum('aDay'), meanASecond: sum('meanASecond'), peakASecond: sum('peakASecond') };
}

export function calculateLoad(inputs: Inputs): Load {
  const flow = (aDay: number): Flow => ({
    aDay,
    meanASecond: aDay / SECONDS_A_DAY,
    peakASecond: (aDay / SECONDS_A_DAY) * inputs.peakFactor,
  });
  const activeAMonth = inputs.people * inputs.monthlyActiveShare;
  const activeADay = activeAMonth * inputs.dailyOfMonthly;
  const sessions = activeADay * inputs.sessionsADay;
  const posts = inputs.jobs / (inputs.years * 365);
  const awarded = posts * inputs.awardedShare;
  const milestones = awarded * inputs.milestonesAJob;
  const withdrawals = awarded * inputs.withdrawalsAJob;
  const quotes = posts * inputs.quotesAJob;
  const logins = (activeAMonth * inputs.loginsAMonth) / DAYS_A_MONTH;
  const signUps = inputs.people / (inputs.years * 365);
  const entries =
    milestones * (inputs.entriesAFunding + inputs.entriesARelease) + withdrawals * inputs.entriesAWithdrawal;

  const notices = {
    money: milestones * inputs.moneyNoticesAMilestone + withdrawals * inputs.moneyNoticesAWithdrawal,
    deadlines: posts * inputs.deadlineNoticesAJob,
    // One is accepted or declined for each quote of an awarded job.
    quotes: quotes * (1 + inputs.awardedShare),
    work: milestones * inputs.workNoticesAMilestone + awarded * inputs.workNoticesAJob,
    searches: posts * inputs.savedSearchNoticesAJob,
    security: logins * inputs.codesALogin,
  };
  const urgent = notices.money + notices.deadlines + notices.security;
  const bundled = notices.quotes + notices.work + notices.searches;
  const codes = logins * inputs.codesALogin + withdrawals + signUps;
  const waited = 1 / inputs.bundleSize;
  // By the defaults of each group (contract/src/notifications/channels.ts).
  const reach = {
    urgent: {
      push: inputs.reachPush,
      whatsapp: (inputs.reachWhatsApp * (notices.money + notices.deadlines)) / urgent,
      sms: inputs.reachSms,
      email: (inputs.reachEmail * (notices.money + notices.security)) / urgent,
    },
    bundled: {
      push: inputs.reachPush,
      whatsapp: (inputs.reachWhatsApp * notices.quotes) / bundled,
      sms: 0,
      email: (inputs.reachEmail * (notices.quotes + notices.work)) / bundled,
    },
  };
  const countMessages = (channel: OutsideChannel, more = 0) =>
    flow(urgent * reach.urgent[channel] + bundled * waited * reach.bundled[channel] + more);
  const messages: Record<OutsideChannel, Flow> = {
    push: countMessages('push'),
    whatsapp: countMessages('whatsapp'),
    sms: countMessages('sms', codes),
    email: countMessages('email'),
  };
  const photos = posts * inputs.photosAJob + milestones * inputs.photosAMilestone;
  const requests = sessions * inputs.requestsASession;
  const changes = REQUEST_KINDS.find(({ name }) => name === 'changes')?.share ?? 0;
  const shownKb =
    inputs.thumbnailsASession * inputs.thumbnailKb + inputs.largePhotosASession * inputs.largePhotoKb;
  return {
    activeADay,
    streamsAtPeak: ((sessions * inputs.sessionMinutes) / (24 * 60)) * inputs.peakFactor,
    openJobs: posts * inputs.openDays,
    entries: (entries / posts) * inputs.jobs,
    requests: flow(requests),
    publicPages: flow(inputs.people * inputs.guestPagesADay),
    logins: flow(logins),
    changes: flow(requests * changes),
    posts: flow(posts),
    quotes: flow(quotes),
    fundings: flow(milestones),
    releases: flow(milestones),
    withdrawals: flow(withdrawals),
    ledgerTransactions: flow(2 * milestones + 2 * withdrawals),
    ledgerEntries: flow(entries),
    notices: { urgent: flow(urgent), bundled: flow(bundled) },
    codes: flow(codes),
    reach,
    messages,
    photosStored: flow(photos),
    photosShown: flow(sessions * (inputs.thumbnailsASession + inputs.largePhotosASession)),
    storedGbADay: (photos * inputs.photoKb) / 1e6,
    sentGbADay: (sessions * (shownKb + inputs.pageKbASession)) / 1e6,
  };
}
