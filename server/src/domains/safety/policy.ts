/** Whether what was taken down is the user's. To anybody else the decision does not exist. */
export const isAuthor = (content: { author_id: number }, userId: number | null): boolean =>
  content.author_id === userId;

export const isSelf = (userId: number, otherId: number): boolean => userId === otherId;
