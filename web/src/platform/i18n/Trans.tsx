import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useT } from './i18n.ts';
import type { Values } from './i18n.ts';
import type { MessageId } from './messages.ts';

type Tags = Record<string, (content: string) => ReactNode>;
type Props = { id: MessageId; values?: Values; tags: Tags };

const TAG = /<(\w+)>(.*?)<\/\1>/g;

/** A message with marked-up parts: "Read the <terms>rules</terms>" with tags={{ terms: (text) => <a …>{text}</a> }}. */
export function Trans({ id, values, tags }: Props) {
  const text = useT()(id, values);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, name = '', content = ''] = match;
    parts.push(text.slice(end, match.index), tags[name]?.(content) ?? content);
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
