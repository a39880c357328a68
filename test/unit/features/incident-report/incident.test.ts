import { describe, expect, it, vi } from 'vitest';
import { incidentLimits } from '#contract/features/incident-report/messages';
import { readIncident } from '#engine/features/incident-report/incident';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { INCIDENT_HEADINGS, incidentRows } from '#engine/features/incident-report/router';
import { readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const ACCOUNTS = [
  { id: 1, name: 'Violet Juns IRA', number: 'A1', state: 'NJ' },
  { id: 2, name: 'Ada Moreau', number: 'A2', state: ' nj ' },
  { id: 3, name: 'Harbor Trust', number: 'A3', state: 'CA' },
  { id: 4, name: 'No address', number: 'A4', state: null },
];
const PEOPLE = [{ id: 9, account_id: 3, first_name: 'Kim', last_name: 'Sol' }];
const TODAY = new Date().toLocaleDateString('en-CA');
const PERIOD = { from: TODAY, to: TODAY };

function createIncident() {
  const reader = readerWith({ accounts: ACCOUNTS, relatedPersons: PEOPLE });
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const live = { value: { resources: [{ resource: 'accounts', asOf: '2026-11-27T06:00:00Z' }] } };
  const read = (period = PERIOD) => readIncident({ reader, workspace, live: live as never }, period);
  return { reader, activity: workspace.activity, feeHistory: workspace.feeHistory, read };
}

describe('an incident report', () => {
  it('counts the accounts on this computer by state, whatever its spelling', async () => {
    expect((await createIncident().read()).incident.states).toEqual([
      { state: 'NJ', onComputer: 2, revealed: 0, inFiles: 0 },
      { state: null, onComputer: 1, revealed: 0, inFiles: 0 },
      { state: 'CA', onComputer: 1, revealed: 0, inFiles: 0 },
    ]);
  });

  it('counts each account once if its tax ID or that of a related person was revealed', async () => {
    const { activity, read } = createIncident();
    activity.note({ kind: 'tax-reveal', count: 2, facts: { of: 'accounts', record_ids: '1, 77' } });
    activity.note({ kind: 'tax-export', count: 2, facts: { of: 'accounts', record_ids: '1' } });
    activity.note({ kind: 'tax-exchange', count: 1, facts: { of: 'related people', record_ids: '9' } });
    activity.note({ kind: 'tax-reveal', count: 2, facts: { tokens: 'tok_1, tok_2' } });
    activity.note({ kind: 'tax-export', count: 1, facts: { of: 'accounts', record_ids: '2' } }, 'canceled');
    const { incident, known } = await read();
    expect(incident.states.map(({ state, revealed }) => [state, revealed])).toEqual([
      ['NJ', 1],
      ['CA', 1],
      [null, 0],
    ]);
    expect(incident.unmatched).toBe(3);
    expect(known.map(({ key }) => key).sort()).toEqual(['1', '3']);
  });

  it('counts a tax ID that matches no account once, however often it was looked up', async () => {
    const { activity, read } = createIncident();
    for (const kind of ['tax-exchange', 'tax-reveal'] as const) {
      activity.note({ kind, count: 2, facts: { of: 'accounts', record_ids: '1, 77' } });
      activity.note({ kind, count: 1, facts: { of: 'related people', record_ids: '77' } });
      activity.note({ kind, count: 1, facts: { tokens: 'tok_1' } });
    }
    activity.note({ kind: 'tax-exchange', count: 2, facts: { from: 'accounts' } }); // does not say whose
    expect((await read()).incident).toMatchObject({ unmatched: 1 + 1 + 1, unnamed: 2 });
  });

  it('counts what a failed or canceled lookup found until then', async () => {
    const { activity, read } = createIncident();
    const entry = { kind: 'tax-exchange', count: 500, facts: { from: 'a typed or pasted list' } } as const;
    activity.begin(entry)('canceled', { facts: { found: 40 } });
    activity.begin(entry)('failed', { facts: { found: 2 } });
    activity.begin(entry)('failed', { facts: { reason: 'timeout' } }); // as early versions logged it
    activity.begin({ ...entry, kind: 'tax-reveal' })('canceled');
    expect((await read()).incident).toMatchObject({ unnamed: 40 + 2 + 500, unmatched: 0 });
  });

  it('reads the accounts of fee files in chunks, and each file once', async () => {
    const { reader, activity, feeHistory, read } = createIncident();
    const keys = ['3', ...Array.from({ length: 999 }, (_, n) => String(1_000 + n))];
    feeHistory.put(
      {
        sha256: 'a'.repeat(64),
        fileId: '33',
        firmId: '39',
        endDate: '2026-09-30',
        savedAt: '2026-11-27T06:00:00Z',
        leftOut: 0,
      },
      keys.map((key, at) => ({ accountRef: `a${key}`, at, custodian: 'SWB', number: key, amount: '1' })),
    );
    for (const name of ['fees.zip', 'fees (2).zip'])
      activity.note({ kind: 'fee-file-save', count: 1, facts: { file: '33', name } });
    const rowsOf = vi.spyOn(reader, 'rowsOf');
    const fees = vi.spyOn(feeHistory, 'fees');
    const { incident, known } = await read();
    expect([rowsOf.mock.calls.length, fees.mock.calls.length]).toEqual([2, 1]);
    expect(known).toHaveLength(1_000);
    expect(incident.states.slice(0, 2)).toMatchObject([
      { state: null, inFiles: 999 },
      { state: 'CA', inFiles: 1 },
    ]);
  });

  it('counts the accounts of saved fee files, and files whose accounts are not known', async () => {
    const { activity, feeHistory, read } = createIncident();
    feeHistory.put(
      {
        sha256: 'a'.repeat(64),
        fileId: '33',
        firmId: '39',
        endDate: '2026-09-30',
        savedAt: '2026-11-27T06:00:00Z',
        leftOut: 0,
      },
      ['a3', 'a3', 'nSWB 99', 'n A2', 'sSWB 98'].map((accountRef, index) => ({
        accountRef,
        at: index,
        custodian: 'SWB',
        number: 'A3',
        amount: '1',
      })),
    );
    activity.note({ kind: 'fee-file-save', count: 1, facts: { file: '33', name: 'fees.zip' } });
    for (const name of ['other.zip', 'other again.zip'])
      activity.note({ kind: 'fee-file-save', count: 1, facts: { file: '34', name } });
    const { incident } = await read();
    // Account 2 was fetched after the file was read.
    expect(incident.states.slice(0, 2)).toEqual([
      { state: 'NJ', onComputer: 2, revealed: 0, inFiles: 1 },
      { state: 'CA', onComputer: 1, revealed: 0, inFiles: 1 },
    ]);
    expect(incident).toMatchObject({ unreadFiles: 1, unmatchedNumbers: 2 });
  });

  it('lists the exports of the period, and no action that reveals nothing', async () => {
    const { activity, read } = createIncident();
    activity.note({
      kind: 'records-export',
      count: 4,
      facts: { list: 'accounts', format: 'csv', file: 'a.csv' },
    });
    activity.note({ kind: 'record-edit', count: 1 }); // reveals nothing
    expect((await read()).incident).toMatchObject({
      totalEvents: 1,
      events: [{ kind: 'records-export', count: 4, about: 'accounts', outcome: 'done' }],
      openEnds: 0,
    });
    expect((await read({ from: '2020-01-01', to: '2020-12-31' })).incident.totalEvents).toBe(0);
  });

  it('lists evidence packs of billing periods, and earlier incident reports', async () => {
    const { activity, read } = createIncident();
    activity.note({ kind: 'period-pack', count: 12, facts: { period: '2026-09-30', seal: 'ab' } });
    activity.note({ kind: 'incident-report', count: 9, facts: { from: TODAY, to: TODAY } });
    const { events, totalEvents } = (await read()).incident;
    expect(totalEvents).toBe(2);
    expect(events.map(({ kind, about }) => [kind, about])).toEqual([
      ['incident-report', null],
      ['period-pack', '2026-09-30'],
    ]);
  });

  it('always states what it cannot determine', async () => {
    const { incident } = await createIncident().read();
    const limits = incidentLimits(incident).join('\n');
    for (const text of ['which records were looked at', 'not with the records in them', 'screenshots'])
      expect(limits).toContain(text);
    expect(limits).toContain('The activity log is empty.');
    expect(
      incidentLimits({
        ...incident,
        unmatched: 1,
        unnamed: 2,
        unreadFiles: 2,
        unmatchedNumbers: 2,
        openEnds: 1,
      }).slice(-5),
    ).toEqual([
      '1 tax ID in the log belongs to no account on this computer, and is not counted in any state.',
      'For 2 looked-up tax IDs, the log does not say whose they are. Only tax IDs that were also shown, copied or exported are counted in a state.',
      '2 saved fee files were never reconciled, so the accounts in them are unknown.',
      '2 account numbers in saved fee files belong to no account on this computer, or to several, and are not counted in any state.',
      '1 action began and has no recorded end, so what was written is unknown.',
    ]);
  });

  it('is one table with states, accounts, entries and limits', async () => {
    const { reader, activity, read } = createIncident();
    activity.note({ kind: 'tax-reveal', count: 1, facts: { of: 'accounts', record_ids: '1' } });
    const rows = incidentRows(reader, await read());
    expect(rows.every((row) => row.length === INCIDENT_HEADINGS.length)).toBe(true);
    expect([...new Set(rows.map(([part]) => part))]).toEqual(['State', 'Account', 'Log entry', 'Unknown']);
    const account = rows.find(([part]) => part === 'Account');
    expect(account).toEqual(
      expect.arrayContaining(['NJ', '1', 'Violet Juns IRA', 'Tax IDs shown or copied']),
    );
    expect(JSON.stringify(rows)).not.toContain('A1'); // no account numbers
  });

  it('has a row for each log entry, also for those that the response only counts', async () => {
    const { reader, activity, read } = createIncident();
    activity.note({ kind: 'backup', count: 1 });
    const report = await read();
    const rows = incidentRows(reader, { ...report, incident: { ...report.incident, events: [] } });
    expect(rows.filter(([part]) => part === 'Log entry')).toHaveLength(1);
  });
});
