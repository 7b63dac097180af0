import type { QuoteState } from '../lifecycle.ts';

/** States of a quote that the poster may accept. */
export const STANDING_STATES = ['submitted', 'asked'] as const satisfies readonly QuoteState[];

export const isStanding = ({ state }: { state: QuoteState }): boolean =>
  (STANDING_STATES as readonly QuoteState[]).includes(state);

/**
 * The first quote is the first turn. Each time that the poster asks for another, and each answer of the worker, is one more.
 * The turns alternate, so that the odd ones are offers.
 */
export const QUOTE_TURNS_MAX = 6;

/** A worker may change an offer that the poster has not answered; it then has another version in the same turn. */
export const QUOTE_VERSIONS_MAX = 20;

/** How often the poster may still ask for another. After each time there must be room for an answer and a decision. */
export const countAsksLeft = (turn: number): number =>
  Math.max(0, Math.floor((QUOTE_TURNS_MAX - 1 - turn) / 2));

/** Whether the last turn was an offer, which the poster may answer. */
export const isPosterTurn = (turn: number): boolean => turn % 2 === 1;

/** Why a poster declines a quote. */
export const DECLINE_REASONS = [
  'price',
  'dates',
  'payment',
  'somebody_else',
  'work_changed',
  'another_reason',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** What the history of a quote consists of. */
export const QUOTE_STEPS = ['offered', 'edited', 'asked', 'revised', 'declined'] as const;
export type QuoteStep = (typeof QUOTE_STEPS)[number];

/** What two offers of a quote, or an offer and what the poster asked for, can differ in. */
export const OFFER_FIELDS = [
  'bidPaise',
  'term',
  'parts',
  'startsOn',
  'finishBy',
  'visit',
  'workScope',
] as const;
export type OfferField = (typeof OFFER_FIELDS)[number];

/** What happens with a quote, as both sides read it in their conversation. */
export const QUOTE_EVENTS = [
  'quote_sent',
  'quote_changed',
  /** The poster asked for another; without an amount where it was about something else. */
  'quote_asked',
  'quote_revised',
  'quote_declined',
  'quote_withdrawn',
  /** Another quote was accepted, or the job was cancelled. */
  'quote_not_selected',
  'quote_lapsed',
] as const;
export type QuoteEventKind = (typeof QUOTE_EVENTS)[number];
