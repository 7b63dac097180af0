import { expect, test } from 'vitest';
import { appLinks, enquireForBusiness } from '@fws/contract/enquiries/calls';
import {
  markNotificationsRead,
  notificationList,
  notifications,
  unreadCount,
} from '@fws/contract/notifications/calls';
import { placeSearch } from '@fws/contract/places/calls';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';

test('writes notifications and how many are unread', async () => {
  const item = {
    id: 5,
    type: 'quote_received' as const,
    text: 'Asha sent a quote',
    createdAt: '2026-12-01T10:00:00.000Z',
    read: true,
    path: '/job/12',
    searchId: 8,
  };
  const page = { items: [item], nextCursor: 'c' };
  const written = {
    data: [
      {
        id: 5,
        type: 'quote_received',
        notification: 'Asha sent a quote',
        created: '2026-12-01T10:00:00.000Z',
        read_status: 1,
        path: '/job/12',
        search_id: 8,
      },
    ],
    next_cursor: 'c',
  };
  expect(await encodeLegacyReply(notificationList, page)).toEqual(written);
  expect(await encodeLegacyReply(notifications, page)).toEqual(written);
  expect(await decodeLegacyForm(markNotificationsRead, { 'notification_ids[]': '5,6' })).toEqual({
    ok: true,
    value: { shownIds: [5, 6] },
  });
  expect(await encodeLegacyReply(unreadCount, 3)).toEqual({
    data: null,
    read_status: 0,
    notification_count: 3,
  });
  expect(await encodeLegacyReply(unreadCount, 0)).toEqual({
    data: null,
    read_status: 1,
    notification_count: 0,
  });
});

test('reads the search of a place and an enquiry of a business', async () => {
  expect(await decodeLegacyForm(placeSearch, { search: 'pune' })).toEqual({
    ok: true,
    value: { query: 'pune' },
  });
  const form = {
    name: 'Asha',
    purpose: 'Hiring',
    fws_known: 'A friend',
    company: 'Rao Interiors',
    phone: '+91 98765 43210',
    email: 'Asha@mail.example',
    address1: 'MG Road',
    address2: 'Pune',
    address3: '',
    post_requirement: 'Ten painters',
  };
  expect(await decodeLegacyForm(enquireForBusiness, form)).toEqual({
    ok: true,
    value: {
      name: 'Asha',
      purpose: 'Hiring',
      heardFrom: 'A friend',
      company: 'Rao Interiors',
      phone: '919876543210',
      email: 'asha@mail.example',
      address1: 'MG Road',
      address2: 'Pune',
      address3: '',
      requirement: 'Ten painters',
    },
  });
});

test('writes the links of the apps', async () => {
  expect(await encodeLegacyReply(appLinks, { googlePlay: 'https://play.example', appStore: null })).toEqual({
    data: { google_play: 'https://play.example', app_store: null },
  });
});
