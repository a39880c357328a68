import { describe, expect, it } from 'vitest';
import { roiWay } from '../../../../preload/contract/domain/roi-custodians';
import { CUSTODIANS, type CustodianCode } from '../../../../preload/contract/fields';
import {
  bodyWords,
  codesText,
  consequences,
  isOpen,
  listed,
  outcomeWords,
  stateWord,
} from '../../../../renderer/tasks/roi/words';
import { requestOf } from './samples';

const PRODUCTION = { application: 'production', demo: false } as const;

describe('the words of a request', () => {
  it('say everything that the service is told', () => {
    const { body } = requestOf();
    const said = bodyWords(body).flatMap(({ values }) => values);
    for (const value of Object.values(body).flat()) expect(said.join(' ')).toContain(value);
  });

  it('name the consequences, and what a demo or sandbox does', () => {
    const { body } = requestOf();
    const said = consequences(body, '2026-12-07', PRODUCTION).join(' ');
    for (const part of [
      'e-mail to Pershing',
      'IP Numbers 7AB and 7AC',
      'ops@firm.example',
      'ann@firm.example',
      '7 Dec 2026',
      'once',
    ])
      expect(said).toContain(part);
    expect(consequences({ ...body, cc_emails: [] }, '2026-12-07', PRODUCTION).join(' ')).toContain(
      'Nobody gets a copy',
    );
    expect(consequences(body, '2026-12-07', { application: 'sandbox', demo: false }).at(-1)).toContain(
      'sandbox',
    );
    expect(consequences(body, '2026-12-07', { application: 'sandbox', demo: true }).at(-1)).toContain(
      'sends no e-mail',
    );
  });

  it('say of an unknown outcome what to look for', () => {
    const { steps, title } = outcomeWords(requestOf({ state: 'unknown', answer: null }));
    expect(title).toContain('not known');
    expect(steps.join(' ')).toMatch(
      /mailbox of ops@firm\.example.*answered to ann@firm\.example.*7AB and 7AC/,
    );
  });

  it.each([
    [{ state: 'not-sent' as const }, 'Nothing was sent'],
    [{ state: 'refused' as const, failure: { kind: 'refused' as const } }, 'did not accept'],
    [{ state: 'refused' as const, answer: { status: 'Error' } }, 'could not send the e-mail'],
    [{ answer: {} }, 'on its way'],
    [{ foundAt: '2026-11-23T10:00:00Z' }, 'did reach Pershing'],
  ])('%j: %s', (more, title) => {
    expect(outcomeWords(requestOf(more)).title).toContain(title);
  });

  it.each([
    [{}, 'Waiting', true],
    [{ due: true }, 'Follow up', true],
    [{ due: true, appeared: 2 }, 'Accounts have appeared', true],
    [{ closed: 'granted' as const }, 'Granted', false],
    [{ closed: 'refused' as const }, 'Refused by Pershing', false],
    [{ state: 'unknown' as const }, 'Outcome unknown', true],
    [{ state: 'unknown' as const, superseded: true }, 'Unknown, sent again', false],
    [{ state: 'not-sent' as const }, 'Not sent', false],
  ])('a request %j is “%s”', (more, word, open) => {
    expect(stateWord(requestOf(more)).word).toBe(word);
    expect(isOpen(requestOf(more))).toBe(open);
  });

  it('list things as people do', () => {
    expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
    expect(codesText('IBK', ['F1'])).toBe('advisor code F1');
    expect(
      codesText(
        'PER',
        Array.from({ length: 12 }, (_, at) => `C${at}`),
      ),
    ).toContain('C7 and 4 more');
  });
});

describe('the twelve custodians', () => {
  it('are asked by e-mail, or have words for what to do instead', () => {
    const codes = Object.keys(CUSTODIANS) as CustodianCode[];
    const byEmail = codes.filter((code) => roiWay(code).by === 'e-mail');
    expect(byEmail.sort()).toEqual(['EGB', 'IBK', 'MLT', 'PER']);
    for (const code of codes) {
      const way = roiWay(code);
      if (way.by === 'elsewhere') expect(way.instead.length).toBeGreaterThan(30);
    }
  });
});
