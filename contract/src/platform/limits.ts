/** Limits that both sides must agree on. */
export const ATTACHMENT_MAX_BYTES = 10_000_000;
/** Photos of one job, one quote or one completion. */
export const PHOTOS_MAX = 10;
/** The longest side of a photo as it is stored, in pixels. */
export const PHOTO_MAX_SIDE = 1_600;
/** Sharp in a row of three on a dense screen. */
export const THUMBNAIL_MAX_SIDE = 480;
/** Photos that a user has uploaded and not sent with anything. */
export const UNATTACHED_PHOTOS_MAX = 50;
export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 100;
export const TITLE_MAX = 120;
export const TEXT_MAX = 5_000;
/** The reason for a cancellation or a change request. */
export const REASON_MAX = 1_000;
export const CATEGORY_NAME_MAX = 60;
export const SKILLS_MAX = 15;
export const SKILL_MAX = 40;
/** The text in a search box. */
export const SEARCH_MAX = 100;
export const MILESTONES_MAX = 20;
/** The least that payment providers take in one order, and the most by default. */
export const ORDER_MIN_PAISE = 1_00;
export const ORDER_MAX_PAISE = 1_000_000_00;
export const JOB_MAX_PAISE = 1_00_00_000_00;
export const WITHDRAWAL_MIN_PAISE = 1_00;
