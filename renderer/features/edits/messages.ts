/** The screen of edits, when it is open. */
export const EDITS_SCREEN = {
  about: 'Drafts waiting to be sent, and the outcome of what was sent.',
  empty: 'No edits yet',
  how: 'Select records in a list and choose Edit… below it. Nothing is sent before you have seen every change.',
  open: 'Needs attention',
  drafts: 'Drafts',
  noDrafts: 'No drafts. Nothing waits to be sent.',
  sent: 'Sent',
} as const;

/** On Today. */
export const EDITS_ON_TODAY = { title: 'Drafts and edits needing action', more: 'Show all edits' } as const;
