import { listText } from '../../../../renderer/ui/format';
import { describe, expect, it } from 'vitest';
import { roiChannel } from '#contract/features/roi/custodians';
import { CUSTODIANS, type CustodianCode } from '#contract/fields';
import {
  requestBodyLines,
  custodianCodesText,
  sendingEffects,
  isRequestOpen,
  roiOutcomeMessage,
  roiStateLabel,
  sentByText,
} from '../../../../renderer/features/roi/messages';
import { requestOf } from './samples';
import { alternativeToEmailText } from '../../../../renderer/features/roi/channel-messages';

const PRODUCTION = { application: 'production', demo: false } as const;

describe('request texts', () => {
  it('show everything that is sent to the service', () => {
    const { body } = requestOf();
    const shownValues = requestBodyLines(body).flatMap(({ values }) => values);
    for (const value of Object.values(body).flat()) expect(shownValues.join(' ')).toContain(value);
  });

  it('name the consequences and what a demo or sandbox does', () => {
    const { body } = requestOf();
    const effects = sendingEffects(body, '2026-12-07', PRODUCTION).join(' ');
    for (const part of [
      'emails Pershing',
      'IP Numbers 7AB and 7AC',
      'ops@firm.example',
      'ann@firm.example',
      'Dec 7, 2026',
      'once',
    ])
      expect(effects).toContain(part);
    expect(sendingEffects(body, '2026-12-07', { application: 'sandbox', demo: false }).at(-1)).toContain(
      'sandbox',
    );
    expect(sendingEffects(body, '2026-12-07', { application: 'sandbox', demo: true }).at(-1)).toContain(
      'sends no email',
    );
  });

  it('say what to look for after an unknown outcome', () => {
    const { steps, title } = roiOutcomeMessage(requestOf({ state: 'unknown', response: null }));
    expect(title).toContain('unknown');
    expect(steps.join(' ')).toMatch(
      /mailbox of ops@firm\.example.*replied to ann@firm\.example.*7AB and 7AC/,
    );
  });

  it.each([
    [{ state: 'not-sent' as const }, 'Nothing was sent'],
    [{ state: 'refused' as const, failure: { kind: 'refused' as const } }, 'Request rejected'],
    [{ state: 'refused' as const, response: { status: 'Error' } }, 'could not send the email'],
    [{ response: {} }, 'Email sent to Pershing'],
    // A later state takes priority over the fact that it was sent.
    [{ isDue: true }, 'Time to follow up with Pershing'],
    [{ isDue: true, appeared: 2 }, 'Accounts have appeared'],
    [{ closed: 'granted' as const }, 'Pershing granted the request'],
    [{ isDue: true, closed: 'refused' as const }, 'Pershing declined the request'],
    [{ state: 'unknown' as const, closed: 'granted' as const }, 'Pershing granted the request'],
    [{ foundAt: '2026-11-23T10:00:00Z' }, 'The request reached Pershing'],
  ])('show for %j: %s', (overrides, title) => {
    expect(roiOutcomeMessage(requestOf(overrides)).title).toContain(title);
  });

  it('never say that an email was sent if the response does not show it', () => {
    const unknown = { state: 'unknown' as const, response: null };
    const reasons = ['The e-mail could not be sent'];
    expect(
      roiOutcomeMessage(requestOf({ ...unknown, failure: { kind: 'unknown-outcome', reasons } })).text,
    ).toContain('does not confirm the email: “The e-mail could not be sent”');
    expect(
      roiOutcomeMessage(requestOf({ ...unknown, response: { id: 1, custodian: 'MLT' } })).text,
    ).toContain('about another custodian (MLT)');
  });

  it.each([
    [{}, 'Waiting', true],
    [{ isDue: true }, 'Follow up', true],
    [{ isDue: true, appeared: 2 }, 'Accounts have appeared', true],
    [{ closed: 'granted' as const }, 'Granted', false],
    [{ closed: 'refused' as const }, 'Declined by Pershing', false],
    [{ state: 'unknown' as const }, 'Outcome unknown', true],
    [{ state: 'unknown' as const, isSuperseded: true }, 'Unknown, sent again', false],
    [{ state: 'not-sent' as const }, 'Not sent', false],
    [{ state: 'refused' as const }, 'Rejected', false],
  ])('show the state of a request %j as “%s”', (overrides, word, open) => {
    expect(roiStateLabel(requestOf(overrides)).label).toBe(word);
    expect(isRequestOpen(requestOf(overrides))).toBe(open);
  });

  it.each([
    [{}, 'Sent by Ada Park'],
    [{ state: 'sending' as const }, 'Being sent by Ada Park'],
    [{ state: 'refused' as const }, 'Attempted by Ada Park'],
    [{ state: 'not-sent' as const }, 'Attempted by Ada Park'],
    [{ method: 'phone' as const }, 'Submitted by Ada Park'],
  ])('say who made a request %j: %s', (overrides, text) => {
    expect(sentByText(requestOf({ sentBy: 'Ada Park', ...overrides }))).toBe(text);
  });

  it('join a list with commas and "and"', () => {
    expect([listText([]), listText(['a']), listText(['a', 'b']), listText(['a', 'b', 'c'])]).toEqual([
      '',
      'a',
      'a and b',
      'a, b, and c',
    ]);
  });

  it('call codes by the custodian’s term, and list at most nine', () => {
    const codes = Array.from({ length: 10 }, (_, index) => `C${index}`);
    expect(custodianCodesText('IBK', ['F1'])).toBe('advisor code F1');
    expect(custodianCodesText('PER', codes.slice(0, 9))).toContain('C7, and C8');
    expect(custodianCodesText('PER', codes)).toContain('C7, and 2 more');
  });
});

describe('twelve custodians', () => {
  it('use email or instructions instead', () => {
    const codes = Object.keys(CUSTODIANS) as CustodianCode[];
    const byEmail = codes.filter((code) => roiChannel(code).by === 'email');
    expect(byEmail.sort()).toEqual(['EGB', 'IBK', 'MLT', 'PER']);
    for (const code of codes) expect(alternativeToEmailText(code) === null).toBe(byEmail.includes(code));
    expect(alternativeToEmailText('APX')).toMatch(
      /^Request it in Apex’s service center portal\. It usually takes 3/,
    );
    expect(alternativeToEmailText('SWB')).toContain('service team at Charles Schwab');
  });
});
