// What work costs in a city. The amounts are steps, so that no hint tells what one person quoted (docs/decisions/0100).

/**
 * The steps of one decade: amounts that people often ask for, each a fifth to a third above the one before. An amount is at
 * most a sixth away from its step.
 */
const DECADE = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80] as const;

/** The step that is nearest to an amount of at least ₹1, the higher one in the middle between two. */
export function toPriceStep(paise: number): number {
  const scale = 10 ** (Math.floor(Math.log10(paise)) - 1);
  const steps = [...DECADE, 100].map((step) => Math.round(step * scale));
  return steps.reduce((nearest, step) =>
    Math.abs(step - paise) <= Math.abs(nearest - paise) ? step : nearest,
  );
}

/** A hint says from how many quotes it is at least: the exact number would tell of each that is added. */
const COUNT_BANDS = [10, 20, 50, 100, 200, 500] as const;

/** A hint needs so many quotes of so many posters and as many workers. */
export const HINT_QUOTES_MIN = 10;
export const HINT_PEOPLE_MIN = 5;

/** The largest band that a number of quotes, at least ten, reaches. */
export const toCountBand = (count: number): number =>
  COUNT_BANDS.findLast((band) => band <= count) ?? COUNT_BANDS[0];
