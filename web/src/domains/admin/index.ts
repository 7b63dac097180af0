export { AdminApp } from './shell/AdminApp.tsx';
