interface Returned {
  /** The envelope's sender, to whom it returns. */
  sender: string;
  to: string;
  /** RFC 3463: 5.1.1 for ever, 4.2.2 for now. */
  status: string;
  at: Date;
  /** Of the mail that returns. */
  headers: string;
}

/** A report of non-delivery (RFC 3464), as Postfix writes it. */
export function buildReturnedMail({ sender, to, status, at, headers }: Returned): string {
  const boundary = `sandbox.${at.getTime()}`;
  const isFinal = status.startsWith('5');
  const explanation = isFinal ? '550 5.1.1 no such user here' : `452 ${status} mailbox full`;
  const lines = [
    `From: Mail Delivery System <MAILER-DAEMON@mail.sandbox>`,
    `To: ${sender}`,
    `Subject: ${isFinal ? 'Undelivered Mail Returned to Sender' : 'Delayed Mail (still being retried)'}`,
    `Date: ${at.toUTCString()}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `<${to}>: host mail.sandbox said: ${explanation}`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.sandbox',
    `Arrival-Date: ${at.toUTCString()}`,
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${isFinal ? 'failed' : 'delayed'}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${explanation}`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    headers,
    '',
    `--${boundary}--`,
    '',
  ];
  return lines.join('\r\n');
}
