import { DEMO_EMAILS } from '../../server/src/demo-users.ts';

/** The password of the two users who can log in; shown when the demo starts. */
export const DEMO_PASSWORD = 'fws-demo-1';

export interface DemoPerson {
  key: keyof typeof DEMO_EMAILS;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  location: string;
  skills: string[];
  login: boolean;
  verified: boolean;
  completedProjects: number;
}

const nobodyYet = {
  completedProjects: 0,
  verified: false,
  login: false,
  skills: [],
};

export const demoPeople: readonly DemoPerson[] = [
  {
    ...nobodyYet,
    key: 'meera',
    firstName: 'Meera',
    lastName: 'Kulkarni',
    email: DEMO_EMAILS.meera,
    mobile: '+919822000001',
    location: 'Kothrud, Pune',
    login: true,
    // What her jobs have paid this month is beyond what an unverified payer may.
    verified: true,
  },
  {
    key: 'imran',
    firstName: 'Imran',
    lastName: 'Shaikh',
    email: DEMO_EMAILS.imran,
    mobile: '+919822000002',
    location: 'Hadapsar, Pune',
    skills: ['Carpentry', 'Modular fitting', 'Polishing'],
    login: true,
    verified: true,
    completedProjects: 61,
  },
  {
    ...nobodyYet,
    key: 'lakshmi',
    firstName: 'Lakshmi',
    lastName: 'Prasad',
    email: DEMO_EMAILS.lakshmi,
    mobile: '+919822000003',
    location: 'Jayanagar, Bengaluru',
  },
  {
    ...nobodyYet,
    key: 'arjun',
    firstName: 'Arjun',
    lastName: 'Verma',
    email: DEMO_EMAILS.arjun,
    mobile: '+919822000004',
    location: 'Gomti Nagar, Lucknow',
  },
  {
    ...nobodyYet,
    key: 'fatima',
    firstName: 'Fatima',
    lastName: 'Khan',
    email: DEMO_EMAILS.fatima,
    mobile: '+919822000005',
    location: 'Banjara Hills, Hyderabad',
  },
];

/** Pairs of connected users. */
export const demoFriends = [
  ['imran', 'meera'],
  ['imran', 'lakshmi'],
  ['meera', 'fatima'],
] as const;

/** Who invites whom to quote on which job of theirs. */
export const demoInvitation = {
  job: 'Repair 40 school benches',
  to: 'imran',
  note: 'You repaired the desks of our other school well. The benches are in the main hall.',
} as const;
export const demoShare = { job: 'Repair 40 school benches', from: 'lakshmi', to: 'imran' } as const;
