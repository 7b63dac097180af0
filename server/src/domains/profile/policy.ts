/** A face goes with the name wherever people meet; any signed-in user may see it. */
export const maySeePhoto = (): boolean => true;

/** Certificates and the resume are their owner's alone: who sees a profile sees what it says, not its papers. */
export const maySeePapers = (userId: number, ownerId: number): boolean => userId === ownerId;
