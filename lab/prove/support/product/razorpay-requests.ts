import type { Outside } from './outside.ts';

export type Fields = Record<string, string | number | object | undefined>;
export interface VendorRequest {
  outside: Outside;
  ids: string[];
  query: URLSearchParams;
  body: Fields;
}

export class Refused extends Error {}
export const refuse = (description: string): never => {
  throw new Refused(description);
};

export const toCollection = (items: object[]) => ({ entity: 'collection', count: items.length, items });
export const readText = (body: Fields, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};
export const toUnixSeconds = (ms: number): number => Math.floor(ms / 1000);
