/** Text messages. `templateId` names the text registered with the operators (DLT); the sent text must match it. */
export interface SmsSender {
  send(message: {
    to: string;
    templateId: SmsTemplate;
    locale: 'en' | 'hi';
    text: string;
    values: Record<string, string>;
  }): Promise<void>;
}
export type SmsTemplate = 'otp' | 'notice';

export interface Mailer {
  send(message: { to: string; subject: string; text: string; html?: string }): Promise<void>;
}
