import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  notify_address: ['200/1h', 'newsletter sign-ups from one address'],
  notify_ordinary_all: [
    '300/1h',
    'newsletter sign-ups of all visitors; above it each visitor must confirm with one more click',
  ],
  notify_asked_all: ['3000/1h', 'newsletter sign-ups of all visitors who confirmed'],
  enquiry_address: ['100/1h', 'business enquiries from one address'],
});
