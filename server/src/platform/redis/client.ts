/** In a module of its own: a bundle that loads the package itself on first use would get no named exports. */
export { Redis } from 'ioredis';
