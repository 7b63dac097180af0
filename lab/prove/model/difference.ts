/** A difference between the model and the database. */
export class Difference extends Error {}

export const fail = (message: string): never => {
  throw new Difference(message);
};
