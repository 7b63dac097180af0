import type { DemoJob } from './jobs.ts';

export interface DemoMilestone {
  kind?: 'visit';
  name: string;
  rupees: number;
  fund: 'unfunded' | 'funded' | 'accepted' | 'released';
  work: 'not_started' | 'started' | 'payment_requested';
  changedHoursAgo: number;
}

/** An awarded job, with the states that its milestones have now. */
export interface DemoContract {
  job: DemoJob;
  worker: string;
  workScope: string;
  awardedHoursAgo: number;
  milestones: readonly DemoMilestone[];
}

/** The jobs that Imran is doing for Meera; the second one is disputed. */
export const demoContracts = [
  {
    job: {
      poster: 'meera',
      category: 'Carpentry',
      title: 'Modular kitchen fitting, 2BHK flat',
      description:
        'L-shaped modular kitchen of nine carcasses with quartz top. Carcasses are delivered; fitting and finishing is yours.',
      location: 'Kothrud, Pune, Maharashtra 411038',
      position: [18.5074, 73.8077],
      skills: ['Carpentry', 'Modular fitting'],
      budgetRupees: [55_000, 65_000],
      term: 'milestone',
      postedHoursAgo: 24 * 18,
      startsInDays: 2,
      closesInDays: 30,
    } satisfies DemoJob,
    worker: 'imran',
    workScope: 'Fitting of nine carcasses, shutters, quartz top, sink and hob cut-outs, and cleaning.',
    awardedHoursAgo: 24 * 14,
    milestones: [
      {
        name: 'Measurement and drawing',
        rupees: 6_000,
        fund: 'released',
        work: 'payment_requested',
        changedHoursAgo: 24 * 11,
      },
      {
        name: 'Carcass and shutters',
        rupees: 24_000,
        fund: 'accepted',
        work: 'payment_requested',
        changedHoursAgo: 2,
      },
      {
        name: 'Countertop and fittings',
        rupees: 22_000,
        fund: 'funded',
        work: 'started',
        changedHoursAgo: 24 * 4,
      },
      {
        name: 'Finishing and clean-up',
        rupees: 8_000,
        fund: 'unfunded',
        work: 'not_started',
        changedHoursAgo: 24 * 14,
      },
    ],
  },
  {
    job: {
      poster: 'meera',
      category: 'Plumbing',
      title: 'Bathroom leak repair',
      description:
        'The wall behind the shower is wet. Open it, change the pipe, close it and tile it again. About 2.5 sq m.',
      location: 'Karve Nagar, Pune, Maharashtra 411052',
      position: [18.4897, 73.8203],
      skills: ['Plumbing', 'Tiling'],
      budgetRupees: [12_000, 16_000],
      term: 'milestone',
      postedHoursAgo: 24 * 16,
      startsInDays: 1,
      closesInDays: 12,
    } satisfies DemoJob,
    worker: 'imran',
    workScope: 'Taking off the tiles, a new CPVC pipe with its joints, waterproofing, and tiling.',
    awardedHoursAgo: 24 * 12,
    milestones: [
      {
        name: 'Old tiles and pipe out',
        rupees: 4_000,
        fund: 'released',
        work: 'payment_requested',
        changedHoursAgo: 24 * 9,
      },
      { name: 'Pipe and tiles', rupees: 9_600, fund: 'funded', work: 'started', changedHoursAgo: 24 * 6 },
    ],
  },
] as const;

/** The open issue puts its job's money on hold; the other was withdrawn. */
export const demoIssues = {
  open: {
    job: 'Bathroom leak repair',
    raisedBy: 'meera',
    issue: 'not_completed',
    details: 'Old tiles removed, pipe not changed. Nobody has come since.',
    raisedHoursAgo: 30,
    answer: 'The CPVC joints came late. I can come on Saturday and finish in one day.',
    answeredHoursAgo: 22,
  },
  withdrawn: {
    job: 'Modular kitchen fitting, 2BHK flat',
    raisedBy: 'imran',
    issue: 'poster_silent',
    details: 'The keys were to be with the guard. I came twice.',
    raisedHoursAgo: 24 * 10,
    closedHoursAgo: 24 * 9,
  },
} as const;
