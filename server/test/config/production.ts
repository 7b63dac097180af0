/** Contact settings that a production start accepts. */
export const contactSettings = {
  SUPPORT_EMAIL: 'help@fws.in',
  SUPPORT_PHONE: '+91 80 4718 2200',
  SUPPORT_HOURS: 'Mon to Fri, 10 am to 6 pm',
  SUPPORT_HOURS_HI: 'सोम से शुक्र, सुबह 10 से शाम 6',
  GRIEVANCE_OFFICER: 'Asha Rao',
  GRIEVANCE_EMAIL: 'grievance@fws.in',
  PLATFORM_ADDRESS: '3rd floor, 12 MG Road, Bengaluru 560001',
  OPERATIONS_EMAIL: 'operations@fws.in',
  MAIL_FROM: 'FWS <no-reply@fws.in>',
};

export const productionSettings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://fws.in',
  FWS_SECRET: 'a secret of the tests, long enough',
  IDENTITY_KEY: 'another secret of the tests, for identities',
  ...contactSettings,
};

/** A production start that uses the sandbox of this machine. */
export const trialSettings = { ...productionSettings, ALLOW_SANDBOX: '1' };
