import { CONTENT_TYPES, type ContentType } from '@fws/contract/safety/model';

/** What somebody reports. */
export interface Subject {
  type: ContentType;
  /** As the contract describes it for each type. */
  id: string | number;
  /** "Job 4836. Two sliding wardrobes"; left out where the reader has just come from it. */
  title?: string;
  /** Who wrote it. */
  author?: string;
  /** It is the reader's own, and something in it is wrongly hidden. */
  isOwn?: true;
}

/** What the address of the report's page names; undefined where it names nothing. */
export function readSubject(search: URLSearchParams): Subject | undefined {
  const type = CONTENT_TYPES.find((known) => known === search.get('type'));
  const id = search.get('id') ?? '';
  return type !== undefined && /^[0-9a-f-]{1,40}$/.test(id) ? { type, id } : undefined;
}
