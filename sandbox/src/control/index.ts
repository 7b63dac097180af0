import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addControlRoutes } from './actions.ts';
import { addFrontPage } from './front.ts';

/** The front page, which shows the state of every stand-in, and the actions of its buttons. */
export function addControl(app: FastifyInstance, context: Context): void {
  addFrontPage(app, context);
  addControlRoutes(app, context);
}
