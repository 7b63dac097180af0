import { readConfig, type Config } from '../../../../server/src/config/index.ts';
import { NOWHERE } from './http-settings.ts';

/** Above this amount a second admin must agree. */
export const SECOND_PERSON_ABOVE_RUPEES = 200;

export const readProductConfig = (database: { appUrl: string; queueUrl: string }): Config =>
  readConfig({
    databaseUrl: database.appUrl,
    queueUrl: database.queueUrl,
    port: 0,
    // No file is stored, and the secret is given, so that none is created.
    dataDir: NOWHERE,
    publicUrl: 'http://localhost:3000',
    sandbox: { url: 'http://localhost:1', smtpPort: 1 },
    env: {
      NODE_ENV: 'test',
      FWS_SECRET: 'the same for every run of a proof',
      LIMIT_CHANGE_USER: 'off',
      SECOND_APPROVER_ABOVE_RUPEES: String(SECOND_PERSON_ABOVE_RUPEES),
    },
  });
