import { describe, expect, it } from 'vitest';
import { TEAM_ISSUES, TEAM_PROBLEMS } from '#contract/features/team/schemas';
import type { TeamLinkState } from '#contract/features/team/calls';
import { problemDetails, problemMessage } from '../../../../renderer/features/team/problem-messages';
import {
  colleagueSentence,
  databaseText,
  issueSentence,
  linkSentences,
  noNewWorkText,
  notSharedText,
  waitingRemovalText,
} from '../../../../renderer/features/team/team-messages';
import { formatDateTime } from '../../../../renderer/ui/format';
import { memberOf, teamOf } from './samples';

const FACTS = {
  host: 'db.juniper.example',
  port: 5433,
  login: 'robin',
  database: 'firmdesk',
  version: '13.4',
  needed: '14',
  number: 12,
  what: 'a trigger',
  service: 'https://api.other.example',
  expired: '2026-11-20T09:00:00Z',
};

describe('problem messages', () => {
  it('names no server or port if they are unknown', () => {
    const { title, meaning } = problemMessage({ code: 'unreachable' });
    expect(`${title}. ${meaning}`).toBe(
      'The database can’t be reached. No database responds. Nothing was lost.',
    );
  });

  it.each(TEAM_PROBLEMS)('has a title, a meaning and a next step for %s, with and without facts', (code) => {
    for (const facts of [undefined, FACTS]) {
      const { title, meaning, next } = problemMessage({ code, ...(facts ? { facts } : {}) });
      expect(title).toMatch(/^\S.*[^.]$/);
      for (const sentence of [meaning, next]) expect(sentence).toMatch(/^[A-Z].*[.]$/);
      expect(`${title} ${meaning} ${next}`).not.toMatch(/undefined|null| {2}/);
    }
  });

  it('names the server, and keeps the technical cause for support', () => {
    const problem = { code: 'unreachable', facts: FACTS, cause: 'ECONNREFUSED' } as const;
    expect(problemMessage(problem).title).toBe('The database on db.juniper.example can’t be reached');
    expect(problemDetails(problem)).toContainEqual({ label: 'Cause', value: 'ECONNREFUSED' });
  });
});

it.each(TEAM_ISSUES)('names the member and number of an entry with an issue: %s', (code) => {
  const issue = { code, member: memberOf(1).id, number: 12, place: 40 };
  expect(issueSentence({ ...issue, name: 'Robin Reyes' })).toMatch(/^Entry 12 by Robin Reyes .+\.$/);
  expect(issueSentence({ ...issue, name: null })).toMatch(/^Entry 12 by an unknown user .+\.$/);
});

describe('how current the colleagues’ work is', () => {
  it('shows when the database was last read completely', () => {
    expect(linkSentences(teamOf()).join(' ')).toMatch(/complete through Nov 28, 2026/);
    expect(linkSentences(teamOf({ asOf: null }))).toEqual([
      'Your colleagues’ work has not been downloaded yet.',
    ]);
    expect(linkSentences(teamOf({ members: [memberOf(0)] }))).toEqual(['No colleague has joined yet.']);
  });

  it('shows how many changes wait on this computer while offline', () => {
    const link = {
      state: 'offline',
      since: '2026-11-28T09:05:00Z',
      problem: { code: 'unreachable' },
      retryAt: null,
    } as const;
    expect(linkSentences(teamOf({ link, waiting: 1 }))[1]).toMatch(
      /1 of your changes is waiting on this computer/,
    );
    expect(linkSentences(teamOf({ link, waiting: 3 }))[1]).toMatch(
      /3 of your changes are waiting on this computer/,
    );
    expect(linkSentences(teamOf({ link }))[1]).toMatch(/your changes are kept on this computer/);
  });
});

it('describes a waiting removal even if neither the colleague nor the admin is known', () => {
  const removal = { member: '', count: 1, name: null, admittedBy: null, mayComeBack: true };
  expect(waitingRemovalText(removal)).toBe(
    'Removal of a colleague: it waits because the database lost the entry with which an admin admitted this colleague. It is sent once that admin’s computer has sent this entry again.',
  );
  expect(waitingRemovalText({ ...removal, name: 'Kim', admittedBy: 'Robin', mayComeBack: false })).toMatch(
    /Robin is no longer an admin of the team, so this entry does not come back\.$/,
  );
});

it('names the port of a database only if it is not the default', () => {
  const database = { host: 'db.example', database: 'firmdesk' };
  expect(databaseText({ ...database, port: 5432 })).toBe('firmdesk on db.example');
  expect(databaseText({ ...database, port: 6543 })).toBe('firmdesk on db.example, port 6543');
});

describe('activity of colleagues', () => {
  it.each([
    [[{ topic: 'mark', count: 1 }], 'Robin Reyes marked 1 finding.'],
    [
      [
        { topic: 'mark', count: 12 },
        { topic: 'retired-structure', count: 2 },
        { topic: 'firm-limit', count: 1 },
      ],
      'Robin Reyes marked 12 findings, retired or restored 2 fee structures, and changed the firm’s fee limits.',
    ],
    [[{ topic: 'period-steps', count: 1 }], 'Robin Reyes changed the steps of billing periods.'],
    [[{ topic: 'claim', count: 3 }], null],
  ])('describes %j as %s', (work, sentence) => {
    expect(colleagueSentence({ name: 'Robin Reyes', work })).toBe(sentence);
  });

  it('is not said to be missing if the database was not read since the last visit', () => {
    const since = '2026-11-20T17:00:00Z';
    const offline = { state: 'offline', since, problem: { code: 'unreachable' }, retryAt: since } as const;
    const textOf = (link: TeamLinkState, asOf: string | null) => noNewWorkText(since, { link, asOf });
    const [earlier, later] = ['2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z'];
    expect(textOf({ state: 'live', since }, earlier)).toBe('Nothing new since then.');
    expect(textOf(offline, earlier)).toBe(
      `Not known: your colleagues’ work was last read on ${formatDateTime(earlier)}.`,
    );
    expect(textOf(offline, later)).toBe(
      `Nothing new until ${formatDateTime(later)}, when your colleagues’ work was last read.`,
    );
    expect(textOf(offline, null)).toMatch(/^Not known/);
    expect(textOf({ state: 'connecting' }, earlier)).toBe('Checking…');
  });
});

it.each([
  [
    { topic: 'mark', key: '["missing-advisor","4711"]', reason: 'odd-form' as const },
    'Review mark (missing-advisor, 4711): it has values that can’t be read.',
  ],
  [
    { topic: 'topic-of-a-newer-version', key: 'x'.repeat(200), reason: 'too-large' as const },
    `Shared work (${'x'.repeat(120)}…): it is too large.`,
  ],
])('names work that can’t be shared, and why', (item, text) => {
  expect(notSharedText(item)).toBe(text);
});
