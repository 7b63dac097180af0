import { expect, test } from 'vitest';
import { DOCUMENT_DAYS, REVIEW_DAYS } from '../disputes/model.ts';
import { JOBS_FIRST } from '../jobs/model.ts';
import { AGE_MIN, REFERENCES_MAX } from '../profile/model.ts';
import { ATTACHMENT_MAX_BYTES } from './limits.ts';

// Numbers that other clients take from the specification. Changing one here breaks them.

test('the limits match the specification', () => {
  expect({ JOBS_FIRST, ATTACHMENT_MAX_BYTES, AGE_MIN, REFERENCES_MAX, DOCUMENT_DAYS, REVIEW_DAYS }).toEqual({
    JOBS_FIRST: 3,
    ATTACHMENT_MAX_BYTES: 10_000_000,
    AGE_MIN: 18,
    REFERENCES_MAX: 2,
    DOCUMENT_DAYS: 7,
    REVIEW_DAYS: 5,
  });
});
