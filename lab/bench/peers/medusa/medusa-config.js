// Runs in the folder where Medusa is installed.
const { defineConfig } = require('@medusajs/framework/utils');

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'bench', cookieSecret: 'bench' },
  },
});
