/** Photos are shown next to names everywhere, so any signed-in user may see them. */
export const canSeePhoto = (): boolean => true;

/** Only the owner sees certificates and the resume. Others see the profile without its documents. */
export const canSeeDocuments = (userId: number, ownerId: number): boolean => userId === ownerId;
