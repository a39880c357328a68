/** Texts of the edits screen. */
export const EDITS_SCREEN = {
  about: 'Drafts waiting to be sent and the outcomes of sent edits.',
  empty: 'No edits yet',
  how: 'Select records in a list and choose Edit… below it. You review every change before it is sent.',
  received: 'Handed to you',
  open: 'Needs attention',
  drafts: 'Drafts',
  noDrafts: 'No drafts.',
  sent: 'Sent',
} as const;
