/** Begins every key and channel, so that the login of the product needs no others. */
export const REDIS_PREFIX = 'fws:';
