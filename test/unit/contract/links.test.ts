import { describe, expect, it } from 'vitest';
import { linkText, MAX_LINK_LENGTH, parseLink, screenNameOf, type AppLink } from '#contract/links/link';
import { SCREENS } from '#contract/screens';

const CONNECTION = 'c5b0c9a2-4d3e-4f60-9a51-0e3f6a7b8c9d';
const START = `firmdesk://open?connection=${CONNECTION}&place=`;

describe('the text of a link', () => {
  it.each<[string, AppLink['to']]>([
    ['a record', { screen: 'resource', resource: 'accounts', record: '216897' }],
    ['a household', { screen: 'household', id: '68778' }],
    ['a billing period', { screen: 'period', firm: '39', endDate: '2026-06-30' }],
    ['a billing period without a firm', { screen: 'period', firm: null, endDate: '2026-06-30' }],
    ['a screen', { screen: 'named', name: 'review' }],
  ])('leads back to %s', (_what, to) => {
    const link: AppLink = { connection: CONNECTION, service: '0123456789abcdef', to };
    const text = linkText(link);
    expect(text).toMatch(/^firmdesk:\/\/open\?/);
    expect(text.length).toBeLessThan(300);
    expect(parseLink(text)).toEqual(link);
  });

  it('leads to every screen of a connection, and to none of the app', () => {
    for (const { command, group, route } of SCREENS) {
      const name = screenNameOf(route);
      expect([command, name !== undefined]).toEqual([command, group !== 'app']);
      if (name !== undefined)
        expect(parseLink(START + name)).toMatchObject({ to: { screen: 'named', name } });
    }
  });

  it('may have a slash after the host, which some programs add', () => {
    expect(parseLink(`firmdesk://open/?connection=${CONNECTION}&place=today`)).toMatchObject({
      to: { screen: 'named', name: 'today' },
    });
  });
});

describe('a text from outside', () => {
  it('is refused unread if it is longer than any link', () => {
    expect(parseLink(`${START}accounts&id=${'9'.repeat(10_000)}`)).toBe('too-long');
    expect(parseLink('x'.repeat(MAX_LINK_LENGTH + 1))).toBe('too-long');
  });

  it.each([
    '',
    'firmdesk:',
    'firmdesk://',
    'https://open?connection=abcd&place=today',
    'file:///etc/passwd',
    'firmdesk:open?place=today',
    'firmdesk://open?place=today',
    `firmdesk://open?connection=../../etc&place=today`,
    `firmdesk://open?connection=..%2F..%2Fetc&place=today`,
    `firmdesk://open/etc/passwd?connection=${CONNECTION}&place=today`,
    `firmdesk://send?connection=${CONNECTION}&place=today`,
    `firmdesk://user:password@open?connection=${CONNECTION}&place=today`,
    `firmdesk://open:80?connection=${CONNECTION}&place=today`,
    `${START}today#fragment`,
    `${START}today&place=accounts`,
    `${START}today&do=delete`,
    `${START}accounts&id=`,
    `${START}accounts&id=../../secret`,
    `${START}accounts&id=..%5C..%5Csecret`,
    `${START}accounts&id=%2Fetc%2Fpasswd`,
    `${START}accounts&id=1%0A2`,
    `${START}accounts&id=1%002`,
    `${START}accounts&id=1%20--inspect`,
    `${START}accounts&id=%22`,
    `${START}accounts&id=%E2%80%AE1`,
    `${START}accounts&id=${'9'.repeat(201)}`,
    `${START}today&service=nothex`,
  ])('is refused: %s', (text) => {
    expect(parseLink(text)).toBe('malformed');
  });

  it.each(['2026-06-31', '39', '2026-06-30:', 'Q2'])('is refused if %j is to be a billing period', (id) => {
    expect(parseLink(`${START}period&id=${id}`)).toBe('unknown-screen');
  });

  it.each(['settings', 'connections', 'constructor', '__proto__', 'noSuchScreen', ''])(
    'is refused if it leads to %j, which no link can',
    (name) => {
      expect(parseLink(START + name)).toBe('unknown-screen');
      expect(parseLink(`${START}${name}&id=1`)).toBe('unknown-screen');
    },
  );
});
