import type { ContentType } from '@fws/contract/safety/model';

/** Every address of the app, in one place. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  register: () => '/register',
  job: (id: string | number) => `/job/${id}`,
  /** A page of the server, for everybody. */
  publicJob: (number: string) => `/j/${number}`,
  postJob: () => '/postjob',
  /** The form begins with the values of one of the user's jobs. */
  postLike: (jobId: string | number) => `/postjob?like=${jobId}`,
  /** A new job, to which this person is invited when it is posted. */
  postAndInvite: (userId: string | number) => `/postjob?invite=${userId}`,
  editJob: (jobId: string | number) => `/postjob?job=${jobId}`,
  profile: () => '/profile',
  security: () => '/security',
  profileEdit: () => '/profileEdit',
  experienceEdit: () => '/experienceEdit',
  referenceEdit: () => '/referenceEdit',
  resumeEdit: () => '/myresumeEdit',
  /** The three steps of filling in a profile for the first time. */
  profileUpdate: () => '/profileUpdate',
  experienceUpdate: () => '/ExperienceUpdate',
  referenceUpdate: () => '/referenceUpdate',
  connects: () => '/connect',
  /** A person, opened from the list of connects. */
  connectDetail: (userId: string | number) => `/connect-detail?id=${userId}`,
  /** A person, opened from anywhere else. */
  person: (userId: string | number) => `/user-detail/${userId}`,
  conversations: () => '/messages',
  /** The job and the person on the other side: "4821-77". */
  conversation: (id: string) => `/messages/${id}`,
  notifications: () => '/notifications',
  notificationSettings: () => '/notificationSettings',
  myQuotes: () => '/myquotes',
  invitations: () => '/myquotes?tab=invitations',
  sharedJobs: () => '/myquotes?tab=shared',
  myQuote: (id: string | number) => `/myquote/${id}`,
  /** Saved jobs. */
  saved: () => '/saved',
  savedSearches: () => '/saved?tab=searches',
  postedJobs: () => '/mycontracts',
  requests: (jobId: string | number) => `/requestlist/${jobId}`,
  awardedJob: (jobId: string | number) => `/awardedjob/${jobId}`,
  escrowReturn: () => '/escrowStatus',
  /** A page of the server: it leads to the payment provider. */
  pay: (orderId: string) => `/pay/${encodeURIComponent(orderId)}`,
  payingScreen: () => '/paymentScreen',
  myJobs: () => '/myjobs',
  myJob: (jobId: string | number) => `/myjobsdetail/${jobId}`,
  /** The user's own record. */
  reliability: () => '/reliability',
  /** What one job is in it. */
  jobOutcome: (jobId: string | number) => `/reliability/${jobId}`,
  /** The reviews of a job, for its two sides. */
  reviews: (jobId: string | number) => `/reviews/${jobId}`,
  /** The visit that an awarded job begins with, for its two sides. */
  visit: (jobId: string | number) => `/visit/${jobId}`,
  /** The changes of an awarded job's plan. */
  planChange: (jobId: string | number) => `/planchange/${jobId}`,
  payment: () => '/payment',
  withdraw: () => '/withdraw',
  payout: () => '/payout',
  bankList: () => '/bankList',
  addBank: () => '/addbank',
  /** The query names the account. */
  updateBank: () => '/updateAccount',
  upiList: () => '/UPIList',
  addUpi: () => '/addUPI',
  /** The query names the UPI ID. */
  updateUpi: () => '/updateUPI',
  /** The identity check: demo and video. */
  kycLanguage: () => '/kycLanguage',
  verifyUser: () => '/verifyUser',
  /** The identity check: the ID. */
  identityCheck: () => '/ekycEdit',
  /** The user's name, and how to have it corrected. */
  name: () => '/name',
  /** The page of an alert, by its number or by the link that was sent. */
  notMe: (alert: string | number) => `/not-me/${alert}`,
  disputes: () => '/disputes',
  /** The form of a report; the query names what is reported. */
  report: () => '/report',
  reportOf: (type: ContentType, id: string | number) => `/report?type=${type}&id=${id}`,
  reports: () => '/reports',
  /** What FWS has taken down of the user's. */
  takedowns: () => '/taken-down',
  takedown: (id: string | number) => `/taken-down/${id}`,
  blocked: () => '/blocked',
  business: () => '/business',
  about: () => '/about',
  terms: () => '/terms-and-conditions',
  privacy: () => '/privacy-policy',
  /** A route's pattern: `pattern(paths.job)` is "/job/:id". */
  pattern: (path: (id: string) => string) => path(':id'),
};
