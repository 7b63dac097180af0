import type { FastifyRequest } from 'fastify';

/** Polled by machines many times a minute; not user traffic. */
const FOR_MACHINES = new Set(['/healthz', '/readyz', '/metrics']);

/** The route as it was declared, `/jobs/:id`: there are few of them, and they hold nothing of the caller. */
export const getRouteName = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none';

export const isForMachines = (request: FastifyRequest): boolean => FOR_MACHINES.has(getRouteName(request));
