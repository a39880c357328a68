import type { RoiDraft, RoiDraftContent } from '#contract/features/roi/schemas';
import type { RoiRequestView } from '#contract/features/roi/calls';

/** Complete except for the CC, which every request needs. */
export const DRAFT_WITHOUT_CC: RoiDraft = {
  id: 'd1',
  replaces: null,
  updatedAt: '2026-11-20T10:00:00Z',
  step: 'preview',
  custodian: 'PER',
  codes: ['7AB'],
  advisorName: 'Ann Lee',
  firmName: 'Harborview',
  senderName: 'Tom Park',
  cc: [],
  replyTo: [{ address: 'ann@firm.example', name: null }],
  typed: { codes: '', cc: '', replyTo: '' },
};

const body: RoiRequestView['body'] = {
  custodian: 'PER',
  advisor_codes: ['7AB', '7AC'],
  owner_name: 'Ann Lee',
  firm_name: 'Harborview',
  sender_name: 'Tom Park',
  cc_emails: ['ops@firm.example'],
  reply_to_emails: ['ann@firm.example'],
};

export const requestOf = (overrides: Partial<RoiRequestView> = {}): RoiRequestView => ({
  id: 'r1',
  sentBy: null,
  custodian: 'PER',
  method: 'email',
  body,
  json: JSON.stringify(body, null, 2),
  state: 'sent',
  startedAt: '2026-11-20T10:00:00Z',
  day: '2026-11-20',
  endedAt: '2026-11-20T10:00:01Z',
  response: { id: 1, status: 'Sent' },
  failure: null,
  isUnsaved: false,
  replaces: null,
  replacedBy: null,
  isSuperseded: false,
  foundAt: null,
  foundBy: null,
  followUpBy: null,
  closedBy: null,
  businessDays: 3,
  expected: { first: 5, last: 10 },
  followUp: '2026-12-07',
  isDue: false,
  closed: null,
  closedAt: null,
  contested: [],
  appeared: 0,
  accountsAsOf: '2026-11-21T07:00:00Z',
  spellings: ['7AB'],
  notes: [],
  ...overrides,
});

/** Responses that open drafts without a CC address and store what is saved; `onSave` receives each saved content. */
export const draftResponses = (onSave: (content: RoiDraftContent) => void = () => undefined) => ({
  'roi.draft.get': ({ id }: { id: string }) => ({ draft: { ...DRAFT_WITHOUT_CC, id }, request: null }),
  'roi.draft.save': ({ id, content }: { id: string; content: RoiDraftContent }) => {
    onSave(content);
    return { ...DRAFT_WITHOUT_CC, ...content, id };
  },
});
