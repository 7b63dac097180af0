import { listRegisteredTexts } from '../server/src/domains/notifications/index.ts';

// Lists the texts to register with the operators (DLT) and with WhatsApp, as JSON.
console.log(JSON.stringify(listRegisteredTexts(), null, 2));
