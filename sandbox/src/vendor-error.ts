import type { FastifyInstance } from 'fastify';

type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'rate_limit_error'
  | 'api_error'
  | 'idempotency_error';

/** An error in the vendor's format: `{message, code, type}`. */
export class VendorError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly type: ErrorType;

  constructor(statusCode: number, code: string, message: string, type: ErrorType = 'invalid_request_error') {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.type = type;
  }
}

export function answerErrorsLikeTheVendor(app: FastifyInstance, log: (line: string) => void): void {
  app.setErrorHandler((error: Error & { statusCode?: number; validation?: unknown }, request, reply) => {
    if (error instanceof VendorError) return reply.code(error.statusCode).send(toErrorBody(error));
    const statusCode = error.statusCode ?? 500;
    if (statusCode < 500) {
      return reply
        .code(statusCode)
        .send(toErrorBody(new VendorError(statusCode, 'request_invalid', error.message)));
    }
    log(`sandbox: ${request.method} ${request.url}: ${error.stack ?? error.message}`);
    return reply
      .code(500)
      .send(toErrorBody(new VendorError(500, 'api_error', 'internal error', 'api_error')));
  });
  app.setNotFoundHandler((request, reply) => {
    const message = `no such address: ${request.method} ${request.url}`;
    return reply.code(404).send(toErrorBody(new VendorError(404, 'not_found', message)));
  });
}

function toErrorBody(error: VendorError) {
  return { message: error.message, code: error.code, type: error.type };
}
