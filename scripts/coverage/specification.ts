/** What the specification requires, as lists. `actual` says where FWS differs on purpose (docs/deviations.md). */

/** Left out on purpose: remains of a template for social articles. */
export const LEFT_OUT: readonly string[] = [
  '/editor',
  '/editor/{slug}',
  '/article/{id}',
  '/settings',
  '/@{username}',
  '/@{username}/favorites',
];

export const ROUTES: readonly string[] = [
  '/',
  '/login',
  '/register',
  ...LEFT_OUT,
  '/job/{id}',
  '/postjob',
  '/profileUpdate',
  '/ExperienceUpdate',
  '/referenceUpdate',
  '/profile',
  '/connect',
  '/connect-detail',
  '/profileEdit',
  '/experienceEdit',
  '/referenceEdit',
  '/myresumeEdit',
  '/kycLanguage',
  '/verifyUser',
  '/ekycEdit',
  '/notifications',
  '/myquotes',
  '/myquote/{id}',
  '/mycontracts',
  '/awardedjob/{id}',
  '/escrowStatus',
  '/user-detail/{id}',
  '/requestlist/{id}',
  '/myjobs',
  '/myjobsdetail/{id}',
  '/payment',
  '/withdraw',
  '/payout',
  '/addbank',
  '/addUPI',
  '/UPIList',
  '/bankList',
  '/updateAccount',
  '/updateUPI',
  '/disputes',
  '/business',
  '/paymentScreen',
  '/terms-and-conditions',
  '/privacy-policy',
  '/about',
];

export const CALLS: readonly string[] = [
  'explore_jobs',
  'post_job',
  'submit_quote',
  'update_quote',
  'cancel_quote',
  'friends_search',
  'share_job',
  'update_profile',
  'user_login',
  'user_register',
  'social_register',
  'social_login',
  'send_otp_email',
  'verify_email',
  'send_otp_mobile',
  'verify_mobile',
  'update_email',
  'update_mobile',
  'forgot_password',
  'reset_password',
  'change_password',
  'notification_read_status',
  'notification_list',
  'clear_notification',
  'user_detailed_history',
  'profile_list',
  'add_certificates',
  'remove_certificates',
  'upload_id_proof',
  'kyc_verification',
  'aadhar_verify',
  'verify_aadhar_status',
  'aadhar_otp_verify',
  'aadhar_verify_otp',
  'get_sample_kyc_videos',
  'aadhar_captcha',
  'connect_fws',
  'fws_connected_user',
  'my_quotes',
  'shared_jobs_list',
  'shared_job_thumps_up',
  'my_contracts',
  'awarded_projects',
  'my_contract_request_users',
  'accept_quote',
  'leave_rating',
  'escrow_payment_status',
  'mark_as_completed_new',
  'employee_mark_as_completed',
  'explore_my_jobs',
  'wallet',
  'withdraw_payment_history',
  'withdraw_request',
  'bank_account_list',
  'UPI_account_list',
  'add_bank_account',
  'update_bank_account',
  'add_upi_payout',
  'update_upi_payout',
  'open_complaint_history',
  'closed_complaint_history',
  'get_all_job_id',
  'raise_complaint',
  'fws_business',
  'current_user',
];

const splitList = (text: string): readonly string[] => text.trim().split(/[\s,]+/);

export const ENTITIES: Readonly<Record<string, readonly string[]>> = {
  Job: splitList(`id job_unique_id job_title job_description job_location skills payment_term budjet amount
    target_closed_date timestamp total_quotes_received total_quote_count is_fws_verified attach_file latitude
    longitude contact_flag employee_mobile awarded_to_user_id job_awarded_to awarded_date bid_amount profile_image
    user_rating completed_status is_completed payment_milestone`),
  Milestone: splitList('name milestone_descriction amount milestone_comment status'),
  'Request or quote': splitList(`quote_id user_id user_name skills profile_image bid_amount job_bid_type
    projects_completed user_rating payment_terms payment_milestone milestone_amount created_at work_scope
    attach_portfolio`),
  'Quote submission':
    splitList(`quote_id job_bid_type bid_payment_terms milestone_descriction[] milestone_amount[]
    work_scope amount attach_portfolio`),
  'Shared job': splitList('share_id thumps_up shared_user_name skills amount'),
  Friend: splitList('id first_name skills'),
  User: splitList(`id first_name last_name email_id mobile_number verify_mobile verify_email profile_image age gender
    native_location location qualification about_description web_link skills categories category_name
    total_experience working_company_name working_from_date working_to_date ready_for_project project_rate
    project_rate_type additional_condition project_take_from total_completed_project total_inprogress_project
    total_connects user_rating profile_percentage login_type is_kyc_updated certificates certificates_upload resume
    amount_per_hour auth_token`),
  References: splitList(`personal_preference_name1 personal_preference_mobile1 personal_preference_profession1
    personal_prefe_fws_username1 personal_preference_name2 personal_preference_mobile2
    personal_preference_profession2 personal_prefe_fws_username2`),
  Registration:
    splitList(`first_name last_name mobile_number email_id register_for looking_for[] location company_name
    aadhaar_number password confrm_password`),
  'Connect list item':
    splitList(`id first_name skills total_completed_project user_rating profile_image is_connected
    is_kyc_updated total_connects total_experience about_description qualification amount_per_hour
    total_inprogress_project`),
  'Bank account': splitList(
    'id account_number confirm_account_number ifsc_code bank_name account_holder_name address',
  ),
  'UPI account': splitList('id upi_id address'),
  Invoice: splitList('invoice_id job_title amount created_at pdf'),
  Dispute: splitList('dispute_id job_title awarded_to_user_name complaint created_at details attach_file'),
  Notification: splitList('id type notification created read_status notification_count'),
  'Business enquiry': splitList(
    'name purpose fws_known phone email address1 address2 address3 company post_requirement',
  ),
  'KYC sample video': splitList('id language video_url'),
  'Aadhaar captcha': splitList('session_id image_captcha'),
};

/** The calls that carry each entity: a test that has their answer has the entity's fields. */
export const CARRIED_BY: Readonly<Record<string, readonly string[]>> = {
  Job: ['explore_jobs', 'job_detail', 'post_job', 'awarded_job', 'awarded_projects', 'my_contracts'],
  Milestone: ['awarded_job'],
  'Request or quote': ['my_quotes', 'my_contract_request_users'],
  'Quote submission': ['submit_quote'],
  'Shared job': ['shared_jobs_list', 'shared_job_thumps_up'],
  Friend: ['friends_search'],
  User: ['user_login', 'current_user', 'update_profile', 'own_profile', 'profile'],
  References: ['update_profile', 'own_profile', 'profile'],
  Registration: ['user_register', 'social_register'],
  'Connect list item': ['fws_connected_user', 'profile_list', 'user_detailed_history'],
  'Bank account': ['bank_account_list', 'add_bank_account', 'update_bank_account'],
  'UPI account': ['UPI_account_list', 'add_upi_payout', 'update_upi_payout'],
  Invoice: ['withdraw_payment_history'],
  Dispute: ['open_complaint_history', 'raise_complaint'],
  Notification: ['notification_list', 'notification_read_status'],
  'Business enquiry': ['fws_business'],
  'KYC sample video': ['get_sample_kyc_videos'],
  'Aadhaar captcha': ['aadhar_captcha'],
};

export const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  Qualification: ['10th or Below 10th', '12th Pass', 'Diploma', 'Graduate', 'Post Graduate', 'PhD'],
  Gender: ['Male', 'Female', 'Transgender', 'Wish not to answer'],
  'Budget type': ['Fixed Price', 'Price Range'],
  'Job payment terms': ['FWS Term Payment', 'Milestone Payment', 'On Completion'],
  'Bid type': ['By Terms', 'By Milestone', 'By Completion'],
  'Rate type': ['Hourly Rate', 'Day Rate', 'Weekly Rate', 'Fixed Charges'],
  'Project radius': [
    'Only Local within 50 km',
    'Within the City within 100 km',
    'Within District',
    'Within State',
    'Within Country',
    'Open to anywhere',
  ],
  'ID type': ['3 Aadhaar', '1 PAN Card', '2 Company GSTIN'],
  Sort: ['latest', 'oldest', 'closing soon'],
  'Issue types': [
    'Cancel Project / Service',
    'Not satisfactory',
    'Not Completed',
    'Not Available',
    "Job provider didn't turn up",
    "Job poster didn't respond",
    'Payment related',
  ],
  'Dispute states': ['Open', 'Closed'],
  'Job filter': ['All', 'Awarded', 'Completed'],
};

export interface RequiredMessage {
  text: string;
  /** Our own spelling or wording, chosen on purpose. */
  actual?: string;
}

export const MESSAGES: readonly RequiredMessage[] = [
  { text: 'Please Enter valid jobtitle' },
  { text: 'Please select a category' },
  { text: 'Please enter a valid location' },
  { text: 'Please enter a valid Take the work' },
  { text: 'Please add valid skills' },
  { text: 'Please select a budget' },
  { text: 'Please enter a valid amount' },
  { text: 'Please enter a valid range from amount' },
  { text: 'Please enter a valid range to amount' },
  { text: 'Please select a Targeted close date' },
  { text: 'Please select a Payment Terms' },
  { text: 'File size must be less than 2MB', actual: 'File size must be less than 10 MB' },
  { text: 'Please Accept the terms and Condition' },
  { text: 'Please enter Total year' },
  { text: 'Please enter Company Name' },
  { text: 'Please enter From year' },
  { text: 'Please enter To year' },
  { text: 'Please enter projectrate amount' },
  { text: 'Please enter old password' },
  { text: 'Please enter new password' },
  { text: 'Password Must Contain 8 Characters, Letters and Numbers only' },
  { text: 'Please enter confirm password' },
  { text: 'Please enter valid Email' },
  { text: 'Please enter valid Mobile Number' },
  { text: 'Please enter one time password' },
  { text: 'Please select a JobId' },
  { text: 'Please select an Issue' },
  { text: 'Please enter valid details' },
  { text: 'Enter valid name' },
  { text: 'Enter valid purpose' },
  { text: 'Enter valid details' },
  { text: 'Enter valid company' },
  { text: 'Enter valid mobilenumber' },
  { text: 'Enter valid email' },
  { text: 'Enter valid address' },
  { text: 'Enter valid deails', actual: 'Enter valid details' },
  { text: 'Something went wrong! please try again later!!' },
  { text: 'There are no notifictions to display!', actual: 'There are no notifications to display!' },
  { text: 'Sorry Not available!' },
  { text: 'Please provide permission to access webcam' },
  { text: 'Canvas is empty' },
  { text: 'Please Wait...' },
  { text: 'Verify your Phone Number' },
  { text: 'Edit Email' },
  { text: 'Verify your Email' },
];

export interface RequiredConstant {
  description: string;
  /** Tests that check it: the end of the test file's path and words of the test. */
  heldBy: readonly (readonly [file: string, words: string])[];
}

export const CONSTANTS: readonly RequiredConstant[] = [
  {
    description: 'The jobs list begins with 3 jobs',
    heldBy: [['platform/specified.test.ts', 'JOBS_FIRST: 3']],
  },
  { description: 'A toast closes after 5000 ms', heldBy: [['toasts/toasts.test.ts', '5000']] },
  {
    description: 'The message on the format of a password stays 8000 ms',
    heldBy: [['e2e/waits.spec.ts', 'runFor(7_900)']],
  },
  { description: 'The payment is asked about every 2000 ms', heldBy: [['e2e/waits.spec.ts', '1_900']] },
  { description: 'A phone number has 10 to 12 digits', heldBy: [['business.wire.test.ts', '1234567890123']] },
  {
    description: 'A password has at least 8 characters with a letter and a digit',
    heldBy: [['identity.wire.test.ts', 'Password Must Contain']],
  },
  {
    description: 'A file has at most 10,000,000 bytes',
    heldBy: [
      ['uploads/upload.test.ts', 'ATTACHMENT_MAX_BYTES + 1'],
      ['platform/specified.test.ts', '10_000_000'],
    ],
  },
  { description: 'By Terms is 20%, 60% and 20%', heldBy: [['quotes/model.test.ts', '20']] },
  {
    description: 'A rating is 0 to 100 on the widget, divided by 20',
    heldBy: [['ratings.wire.test.ts', '20']],
  },
  {
    description: 'A photo is a square JPEG named profile_picture.jpg',
    heldBy: [['uploads/square-photo.test.ts', 'test(']],
  },
  { description: 'The crop begins at 30% width', heldBy: [['e2e/profile.spec.ts', 'toBeCloseTo(0.3']] },
  {
    description: 'The code of the identity video has 6 characters of 0-9 and A-Z',
    heldBy: [['videos.wire.test.ts', '{6}']],
  },
  {
    description: 'take_work travels as DD-MM-yyyy',
    heldBy: [['contract/src/jobs/wire.test.ts', 'take_work']],
  },
  {
    description: 'target_closed_date travels as MM-DD-yyyy',
    heldBy: [['contract/src/jobs/wire.test.ts', 'target_closed_date']],
  },
  {
    description: 'A reference group has at most 2 entries',
    heldBy: [
      ['profile.wire.test.ts', 'three references'],
      ['platform/specified.test.ts', 'REFERENCES_MAX: 2'],
    ],
  },
  {
    description: 'Documents of a dispute are due 5 to 7 days after the notice',
    heldBy: [['domains/disputes/rules.test.ts', 'documentsDueAt']],
  },
  {
    description: 'The review of a dispute takes 3 to 5 days',
    heldBy: [['domains/disputes/rules.test.ts', 'reviewDueAt']],
  },
  {
    description: 'A quote is answered within 7 days',
    heldBy: [['quotes/changes.wire.test.ts', 'after seven the quote lapses']],
  },
  {
    description: 'The minimum age is 18',
    heldBy: [['platform/specified.test.ts', 'AGE_MIN: 18']],
  },
  {
    description: 'A refund costs a processing charge of 2%',
    heldBy: [
      ['contracts/cancel-rules.test.ts', '200'],
      ['ledger/postings.test.ts', 'chargeBps: 200'],
    ],
  },
  {
    description: 'Up to 20% complete gives a refund; 60% and more needs a decision',
    heldBy: [['contracts/cancel-rules.test.ts', '60']],
  },
];
