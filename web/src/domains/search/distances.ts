/** The distances that can be chosen, in kilometres, as texts. */
export const DISTANCES_KM = ['5', '15', '30', '50', '100'] as const;
/** The distance when none is chosen: a worker's way to a job in and around a town. */
export const NEAR_KM = '15';
