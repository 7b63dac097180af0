import { escapeXml, XML_DECLARATION } from './xml.ts';

/** An error of S3: a code, a sentence and a status. */
export class S3Error extends Error {
  readonly code: string;
  readonly statusCode: number;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

export const toErrorXml = ({ code, message }: S3Error): string =>
  `${XML_DECLARATION}<Error><Code>${escapeXml(code)}</Code><Message>${escapeXml(message)}</Message></Error>`;
