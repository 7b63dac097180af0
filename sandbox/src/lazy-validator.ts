import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

const buildValidator = AjvCompiler();

type Factory = typeof buildValidator;

/** Like Fastify's own, but compiles the schema of a route at its first request: most programs use few routes. */
export const buildLazyValidator = ((...args: Parameters<Factory>) => {
  const compile = buildValidator(...args) as FastifySchemaCompiler<unknown>;
  return (definition: Parameters<typeof compile>[0]) => {
    let validate: ReturnType<typeof compile> | undefined;
    function validateLazily(data: unknown) {
      validate ??= compile(definition);
      const result = validate(data);
      Object.assign(validateLazily, { errors: validate.errors });
      return result;
    }
    return validateLazily;
  };
}) as Factory;
