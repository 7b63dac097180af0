/** Until a file is attached to a record (a job, a quote, …), only its owner may read it. */
export const isOwner = (file: { owner_id: number }, userId: number): boolean => file.owner_id === userId;
