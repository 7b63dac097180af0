export { countDelivered } from './deliveries/delivered.ts';
export { listRegisteredTexts } from './deliveries/templates.ts';
export { markOpened } from './service.ts';
