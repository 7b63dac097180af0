import type { Context } from '../context.ts';
import type { Message } from '../state.ts';

const MESSAGES_KEPT = 500;

export function keepMessage(context: Context, message: Omit<Message, 'otp' | 'at'>): void {
  // Digits in a link are not a code.
  const otp = /(?<!\d)\d{6}(?!\d)/.exec(message.text.replaceAll(/https?:\/\/\S+/g, ''))?.[0] ?? null;
  const { messages } = context.state;
  messages.unshift({ ...message, otp, at: context.now().toISOString() });
  messages.length = Math.min(messages.length, MESSAGES_KEPT);
}

/** Newest first. A mobile number is the same with or without its country code. */
export function listMessagesTo(messages: Message[], to: string | undefined): Message[] {
  if (to === undefined) return messages;
  if (to.includes('@')) return messages.filter((message) => message.to.toLowerCase() === to.toLowerCase());
  const lastTen = to.replace(/\D/g, '').slice(-10);
  return messages.filter((message) => message.channel === 'sms' && message.to.slice(-10) === lastTen);
}
