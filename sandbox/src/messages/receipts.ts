import type { Context } from '../context.ts';
import type { Message, MessageState } from '../state.ts';
import { findManner } from './messages.ts';

/** What a receipt of `late` waits longer than others. */
const LATE_TIMES = 10;

/** The states that a vendor reports by itself; people read WhatsApp messages when they do. */
const REPORTED: Record<Message['vendor'], MessageState[]> = {
  msg91: ['delivered'],
  infobip: ['delivered'],
  whatsapp: ['sent', 'delivered'],
  push: [],
  smtp: [],
  uidai: [],
};

/** Plans the receipts of a message that the vendor has accepted. */
export function planReceipts(context: Context, message: Message): void {
  const manner = findManner(context, message.to);
  if (manner === 'silent') return;
  const states: MessageState[] = manner === 'undelivered' ? ['failed'] : REPORTED[message.vendor];
  const delayMs = context.settings.receiptDelayMs * (manner === 'late' ? LATE_TIMES : 1);
  for (const [index, state] of states.entries()) {
    context.scheduleStep(delayMs * (index + 1), () =>
      report(context, message, state, manner === 'twice' ? 2 : 1),
    );
  }
}

/** Moves a message on and tells FWS. A vendor that tells it again sends the same bytes. */
export function report(context: Context, message: Message, state: MessageState, times = 1): void {
  message.state = state;
  const { vendor } = message;
  if (!isReporting(vendor)) return;
  const path = vendor === 'whatsapp' ? 'whatsapp' : `sms/${vendor}`;
  const receipt = {
    entity: message.id,
    url: `${context.settings.fwsUrl}/webhooks/${path}`,
    type: `${message.channel} ${state}`,
    version: '1',
    dialect: vendor,
    data: BODIES[vendor](context, message),
  };
  for (let sent = 0; sent < times; sent += 1) context.webhooks.send(receipt);
}

const BODIES = {
  // The payload of MSG91's "Webhook (New)" is put together at its pages; docs/deployment.md has this one.
  msg91: (_context: Context, message: Message) => ({
    requestId: message.id,
    CRQID: message.reference ?? '',
    status: toMsg91Status(message.state),
    failureReason: message.state === 'failed' ? 'Absent subscriber' : '',
  }),
  infobip: (_context: Context, message: Message) => ({ results: [toInfobipResult(message)] }),
  whatsapp: ({ now }: Context, message: Message) =>
    toWhatsAppWebhook({
      statuses: [
        {
          id: message.id,
          status: message.state,
          timestamp: String(Math.floor(now().getTime() / 1000)),
          recipient_id: message.to,
          ...(message.reference !== null && { biz_opaque_callback_data: message.reference }),
          ...(message.state === 'failed' && {
            errors: [
              {
                code: 131026,
                title: 'Message undeliverable',
                message: 'Message undeliverable',
                error_data: { details: 'Message Undeliverable.' },
              },
            ],
          }),
        },
      ],
    }),
};

const isReporting = (vendor: Message['vendor']): vendor is keyof typeof BODIES =>
  Object.hasOwn(BODIES, vendor);

/** Words, as in MSG91's reports. */
export const toMsg91Status = (state: MessageState): string =>
  state === 'failed' ? 'Failed' : state === 'sent' ? 'Submitted' : 'Delivered';

/** As in Infobip's reports and logs. */
export const toInfobipResult = (message: Message) => ({
  bulkId: message.id,
  messageId: message.reference,
  to: message.to,
  sentAt: message.at,
  status: INFOBIP_STATUS[message.state],
  error:
    message.state === 'failed'
      ? { groupId: 1, groupName: 'HANDSET_ERRORS', id: 27, name: 'EC_ABSENT_SUBSCRIBER', permanent: false }
      : { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', permanent: false },
});

const DELIVERED = { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' };
export const INFOBIP_STATUS = {
  sent: { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' },
  delivered: DELIVERED,
  read: DELIVERED,
  failed: { groupId: 2, groupName: 'UNDELIVERABLE', id: 4, name: 'UNDELIVERABLE_REJECTED_OPERATOR' },
};

/** WhatsApp's envelope of statuses and incoming messages. */
export const toWhatsAppWebhook = (value: { statuses?: object[]; messages?: object[] }) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '100000000000000',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '918047182200', phone_number_id: '100000000000001' },
            ...value,
          },
        },
      ],
    },
  ],
});
