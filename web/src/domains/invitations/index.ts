export { ownInvitationPages } from './api.ts';
export { InvitationNote } from './components/InvitationNote.tsx';
export { InvitationsTab } from './components/InvitationsTab.tsx';
export { InviteButton } from './components/InviteButton.tsx';
export { InvitedSheet } from './components/InvitedSheet.tsx';
export { inviteAfterPosting, NewJobInviteNote } from './components/lazyParts.ts';
