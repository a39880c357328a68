import type { RoiDraft, RoiRequestView } from '../../../../preload/contract/calls/roi';

export const FULL_DRAFT: RoiDraft = {
  id: 'd1',
  replaces: null,
  updatedAt: '2026-11-20T10:00:00Z',
  step: 'preview',
  custodian: 'PER',
  codes: ['7AB'],
  ownerName: 'Ann Lee',
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

export const requestOf = (more: Partial<RoiRequestView> = {}): RoiRequestView => ({
  id: 'r1',
  custodian: 'PER',
  body,
  json: JSON.stringify(body, null, 2),
  state: 'sent',
  startedAt: '2026-11-20T10:00:00Z',
  day: '2026-11-20',
  endedAt: '2026-11-20T10:00:01Z',
  answer: { id: 1, status: 'Sent' },
  failure: null,
  unsaved: false,
  replaces: null,
  replacedBy: null,
  superseded: false,
  foundAt: null,
  businessDays: 3,
  expected: { first: 5, last: 10 },
  followUp: '2026-12-07',
  due: false,
  closed: null,
  closedAt: null,
  appeared: 0,
  spellings: ['7AB'],
  notes: [],
  ...more,
});
