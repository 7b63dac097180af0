/** Photos are shown next to names everywhere, so any signed-in user may see them. */
export const maySeePhoto = (): boolean => true;

/** Only the owner sees certificates and the resume. Others see the profile without its documents. */
export const maySeeDocuments = (ownerId: number, userId: number): boolean => userId === ownerId;
