import { createVapidKeys } from '../server/src/adapters/push/vapid-keys.ts';

// npm run vapid: makes a pair of keys for web push and prints it as settings. It stores nothing.
const { publicKey, privateKey } = createVapidKeys();
console.log(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`);
