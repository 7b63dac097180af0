import { useInfiniteQuery } from '@tanstack/react-query';
import { takedownPages } from '../api.ts';
import { HeldBackNote } from './HeldBackNote.tsx';

/** Tells the owner of a profile why others do not see it, where FWS asked to change it. */
export default function ProfileHeldNote() {
  const pages = useInfiniteQuery(takedownPages());
  const takedowns = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const newest = takedowns.find(({ subject, change }) => subject.type === 'user' && change !== null);
  const { id, change } = newest ?? {};
  if (id === undefined || !change) return null;
  if (change.state === 'asked')
    return <HeldBackNote heldBack={{ reason: 'change_asked', takedownId: id, until: null }} />;
  if (change.state !== 'waiting') return null;
  return <HeldBackNote heldBack={{ reason: 'waiting', takedownId: null, until: change.until }} />;
}
