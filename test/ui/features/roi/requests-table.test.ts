import { expect, it } from 'vitest';
import { searchRequests, sortRequests } from '../../../../renderer/features/roi/requests-table';
import {
  requestBodyLines,
  roiOutcomeMessage,
  requestWaitingText,
  waitText,
} from '../../../../renderer/features/roi/messages';
import { requestOf } from './samples';

const requests = [
  requestOf({ id: 'a', day: '2026-11-20', businessDays: 3, followUp: '2026-12-07' }),
  requestOf({
    id: 'b',
    custodian: 'NFS',
    method: 'portal',
    day: '2026-11-18',
    businessDays: 5,
    followUp: null,
  }),
  requestOf({
    id: 'c',
    closed: 'granted',
    day: '2026-11-10',
    notes: [{ id: 1, at: '', text: 'Case 4711', by: null }],
  }),
];
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('');

it.each([
  ['pershing 7ab', 'ac'],
  ['case 4711', 'c'],
  ['portal', 'b'],
  ['granted', 'c'],
  ['ops@firm.example fidelity', 'b'],
  ['nobody', ''],
  ['', 'abc'],
])('finds by the search “%s”: %s', (search, expectedIds) => {
  expect(idsOf(searchRequests(requests, search))).toBe(expectedIds);
});

it.each([
  ['sent', true, 'abc'],
  ['custodian', false, 'bac'],
  ['waiting', true, 'bac'],
  ['followUp', false, 'abc'],
] as const)('sorts by %s, descending %s', (by, descending, order) => {
  expect(idsOf(sortRequests(requests, { by, descending }))).toBe(order);
});

it('says how a logged request was submitted, without the fields it does not have', () => {
  const request = requestOf({ method: 'phone', day: '2026-11-18' });
  expect(roiOutcomeMessage(request)).toMatchObject({
    title: 'Waiting for Pershing',
    text: 'Submitted by phone on Nov 18, 2026, and logged in Firm Desk.',
  });
  const body = { ...request.body, firm_name: '', sender_name: '', cc_emails: [], reply_to_emails: [] };
  expect(requestBodyLines(body, 'phone').map(({ label }) => label)).toEqual([
    'Custodian',
    'IP Numbers',
    'Advisor (on whose behalf)',
  ]);
  expect(requestBodyLines(body)).toHaveLength(7);
});

it('says when a request was sent today, else how long it has waited and if it is late', () => {
  const [waiting] = requests;
  const sent = requestOf({ day: '2026-11-27', businessDays: 0, expected: null });
  expect(waitText(sent, '2026-11-27')).toBe('Sent today');
  expect(waitText({ ...sent, method: 'portal' }, '2026-11-27')).toBe('Submitted today');
  expect(waitText(sent, '2026-11-28')).toBe('0 business days');
  const expected = { first: 5, last: 10 };
  expect(waitText({ ...sent, businessDays: 10, expected }, '2026-12-11')).toBe('10 of 10 business days');
  expect(waitText({ ...sent, businessDays: 11, expected }, '2026-12-14')).toBe(
    '11 of 10 business days, late',
  );
  expect(requestWaitingText(sent, '2026-11-27')).toBe('sent today');
  expect(waiting && requestWaitingText(waiting, '2026-11-27')).toBe('waiting 3 business days');
});
