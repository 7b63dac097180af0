/** Every address of the app, in one place. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  register: () => '/register',
  job: (id: string | number) => `/job/${id}`,
  postJob: () => '/postjob',
  editJob: (jobId: string | number) => `/postjob?job=${jobId}`,
  profile: () => '/profile',
  security: () => '/security',
  profileEdit: () => '/profileEdit',
  experienceEdit: () => '/experienceEdit',
  referenceEdit: () => '/referenceEdit',
  resumeEdit: () => '/myresumeEdit',
  /** The three steps of telling about oneself for the first time. */
  profileUpdate: () => '/profileUpdate',
  experienceUpdate: () => '/ExperienceUpdate',
  referenceUpdate: () => '/referenceUpdate',
  connects: () => '/connect',
  /** A person, come to from the list of connects, … */
  connectDetail: (userId: string | number) => `/connect-detail?id=${userId}`,
  /** … and from anywhere else. */
  person: (userId: string | number) => `/user-detail/${userId}`,
  notifications: () => '/notifications',
  myQuotes: () => '/myquotes',
  sharedJobs: () => '/myquotes?tab=shared',
  myQuote: (id: string | number) => `/myquote/${id}`,
  postedJobs: () => '/mycontracts',
  requests: (jobId: string | number) => `/requestlist/${jobId}`,
  awardedJob: (jobId: string | number) => `/awardedjob/${jobId}`,
  escrowReturn: () => '/escrowStatus',
  /** A page of the server: it leads to the payment provider. */
  pay: (orderId: string) => `/pay/${encodeURIComponent(orderId)}`,
  payingScreen: () => '/paymentScreen',
  myJobs: () => '/myjobs',
  myJob: (jobId: string | number) => `/myjobsdetail/${jobId}`,
  payment: () => '/payment',
  withdraw: () => '/withdraw',
  payout: () => '/payout',
  bankList: () => '/bankList',
  addBank: () => '/addbank',
  /** The account is named in the query, … */
  updateBank: () => '/updateAccount',
  upiList: () => '/UPIList',
  addUpi: () => '/addUPI',
  /** … and so is the UPI ID. */
  updateUpi: () => '/updateUPI',
  /** The identity check: demo, video, … */
  kycLanguage: () => '/kycLanguage',
  verifyUser: () => '/verifyUser',
  /** … and the ID. */
  identityCheck: () => '/ekycEdit',
  /** What an alert asks, by its number or by the link that was sent. */
  notMe: (alert: string | number) => `/not-me/${alert}`,
  disputes: () => '/disputes',
  business: () => '/business',
  about: () => '/about',
  terms: () => '/terms-and-conditions',
  privacy: () => '/privacy-policy',
  /** A route's pattern: `pattern(paths.job)` is "/job/:id". */
  pattern: (path: (id: string) => string) => path(':id'),
};
