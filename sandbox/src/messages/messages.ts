import type { Context } from '../context.ts';
import type { Manner, Message } from '../state.ts';
import { findFirstLink } from './links.ts';

type NewMessage = Pick<Message, 'id' | 'to' | 'channel' | 'vendor' | 'text'> & Partial<Message>;

export function keepMessage(context: Context, message: NewMessage): Message {
  const { messages } = context.state;
  const kept: Message = {
    reference: null,
    template: null,
    locale: guessLocale(message.text),
    from: 'FWS',
    subject: null,
    title: null,
    html: null,
    link: findFirstLink(message.text, context.settings.fwsUrl),
    actions: [],
    state: 'sent',
    ...message,
    // Digits in a link or in a ticket (FWS-D-000123) are not a code.
    otp: /(?<![\d-])\d{6}(?!\d)/.exec(message.text.replaceAll(/https?:\/\/\S+/g, ''))?.[0] ?? null,
    at: context.now().toISOString(),
  };
  messages.unshift(kept);
  messages.length = Math.min(messages.length, context.settings.messagesKept);
  return kept;
}

const guessLocale = (text: string): string => (/[\u0900-\u097f]/.test(text) ? 'hi' : 'en');

/** Newest first. A mobile number is the same with or without its country code. */
export function listMessagesTo(messages: Message[], to: string | undefined): Message[] {
  if (to === undefined) return messages;
  const wanted = toRecipient(to);
  return messages.filter((message) => toRecipient(message.to) === wanted);
}

/** The last ten digits of a mobile number; the whole of an address or a label. */
function toRecipient(to: string): string {
  const compact = to.replaceAll(/[\s()-]/g, '');
  return /^\+?\d{10,}$/.test(compact) ? compact.slice(-10) : to.trim().toLowerCase();
}

export const findManner = ({ state }: Context, to: string): Manner | undefined =>
  state.manners[toRecipient(to)];

export function setManner({ state }: Context, to: string, manner: Manner | 'usual'): void {
  if (manner === 'usual') delete state.manners[toRecipient(to)];
  else state.manners[toRecipient(to)] = manner;
}
