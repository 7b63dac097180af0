interface Parties {
  raised_by: number;
  against: number;
}

/** Whether the user is one of the two sides. To anybody else the ticket does not exist. */
export const isParty = (dispute: Parties, userId: number): boolean =>
  isRaiser(dispute, userId) || dispute.against === userId;

export const isRaiser = (dispute: Pick<Parties, 'raised_by'>, userId: number): boolean =>
  dispute.raised_by === userId;

export const getOtherPartyId = (dispute: Parties, userId: number): number =>
  isRaiser(dispute, userId) ? dispute.against : dispute.raised_by;
