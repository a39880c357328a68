import { describe, expect, it, vi } from 'vitest';
import { OverlayReader } from '#engine/features/review/overlay-reader';
import type { ConflictChoices } from '#contract/edit';
import type { RawFinding } from '#engine/features/review/finding';
import { proposedChanges } from '#engine/features/review/proposed-changes';
import { readerWith } from '../../cache/temp-cache';
import { create, draftRows, edit, draftFindingsOf, keysFound, removalDraft } from './draft-samples';
import { sampleAccount, assignmentOf } from './record-samples';

const group = (id: number, ...ids: number[]) => ({
  id,
  name: `Group ${id}`,
  firm_id: 39,
  assignments: ids.map((account_id) => assignmentOf(account_id)),
});
const structures = [
  { id: 1, name: 'A', collection_type: 'R', frequency: 'Q' },
  { id: 2, name: 'B', collection_type: 'D', frequency: 'Q' },
  { id: 3, name: 'C', collection_type: 'P', frequency: 'Q' },
];
const noHousehold = (key: number) => ({ key, set: { household_id: null } });

describe('findings of a draft', () => {
  it('leave out findings that exist without the draft', async () => {
    const lists = { accounts: [sampleAccount(1, { household_id: null }), sampleAccount(2)] };
    const findings = await draftFindingsOf({ lists }, edit('accounts', noHousehold(1), noHousehold(2)));
    expect(keysFound(findings, 'no-household')).toEqual(['2']);
    expect(findings.rules).toContainEqual({ rule: 'no-household', found: 1, resolved: 0 });
    expect(findings.records).toContainEqual({ resource: 'accounts', count: 1 });
  });

  it('count what the draft resolves', async () => {
    const lists = { accounts: [sampleAccount(1, { household_id: null }), sampleAccount(2)] };
    const findings = await draftFindingsOf({ lists }, edit('accounts', { key: 1, set: { household_id: 7 } }));
    expect(findings.rules).toContainEqual({ rule: 'no-household', found: 0, resolved: 1 });
    expect(findings.items.filter(({ rule }) => rule === 'no-household')).toEqual([]);
  });

  it('count a known finding that gets worse, but not one with the same facts in another order', async () => {
    const lists = { accounts: [sampleAccount(1, { fee_structures_ids: [1, 2] })], feeStructures: structures };
    const worse = await draftFindingsOf(
      { lists },
      edit('accounts', { key: 1, set: { fee_structures_ids: [1, 2, 3] } }),
    );
    expect(worse.items.find(({ rule }) => rule === 'collection-differs')).toMatchObject({
      key: '1',
      isKnown: true,
      facts: { values: ['R', 'D', 'P'] },
    });
    const reordered = await draftFindingsOf(
      { lists },
      edit('accounts', { key: 1, set: { fee_structures_ids: [2, 1] } }),
    );
    expect(keysFound(reordered, 'collection-differs')).toEqual([]);
  });

  it('leave out a tiered account without a group that gets another tiered structure', async () => {
    const tiered = [1, 2].map((id) => ({ id, name: `T${id}`, calculation_type: 'T', frequency: 'Q' }));
    const lists = { accounts: [sampleAccount(1, { fee_structures_ids: [1] })], feeStructures: tiered };
    const replaced = edit('accounts', { key: 1, set: { fee_structures_ids: [2] } });
    const { rules } = await draftFindingsOf({ lists }, replaced);
    expect(rules.filter(({ rule }) => rule === 'breakpoint-alone')).toEqual([]);
    // The first tiered structure of an account is reported.
    const untiered = { ...lists, accounts: [sampleAccount(1, { fee_structures_ids: [] })] };
    expect(keysFound(await draftFindingsOf({ lists: untiered }, replaced), 'breakpoint-alone')).toEqual([
      '1',
    ]);
  });

  it('leave out what the user has waived', async () => {
    const lists = { accounts: [sampleAccount(1), sampleAccount(2)] };
    const draft = edit('accounts', noHousehold(1), noHousehold(2));
    const isWaived = ({ rule, key }: RawFinding) => rule === 'no-household' && key === '2';
    expect(keysFound(await draftFindingsOf({ lists }, draft, { isWaived }), 'no-household')).toEqual(['1']);
  });

  it('leave out rows that would not be sent, and count those that still need a decision', async () => {
    const lists = {
      accounts: [sampleAccount(1), sampleAccount(2), sampleAccount(3), sampleAccount(4), sampleAccount(5)],
    };
    const rows = (['ready', 'wrong', 'conflict', 'gone', 'unchanged'] as const).map((state, index) => ({
      ...noHousehold(index + 1),
      state,
    }));
    const findings = await draftFindingsOf({ lists }, edit('accounts', ...rows));
    expect(keysFound(findings, 'no-household')).toEqual(['1']);
    expect(findings).toMatchObject({ applied: 1, notApplied: 2 });
  });

  it('run no rule that does not read a changed field', async () => {
    const lists = { accounts: [sampleAccount(1)] };
    const findings = await draftFindingsOf({ lists }, edit('accounts', { key: 1, set: { notes: 'Called' } }));
    expect(findings).toEqual({
      rules: [],
      records: [],
      items: [],
      ran: 0,
      unchecked: [],
      applied: 1,
      notApplied: 0,
    });
  });

  it('name the rules that cannot be run for lack of data', async () => {
    const reader = readerWith({ accounts: [sampleAccount(1)] });
    const findings = await draftFindingsOf(
      { lists: {} },
      edit('accounts', { key: 1, set: { status: 'stale' } }),
      {
        reader,
      },
    );
    expect(findings.unchecked).toContainEqual({ rule: 'inactive-in-group', missing: ['billingGroups'] });
    expect(findings.rules.map(({ rule }) => rule)).not.toContain('inactive-in-group');
  });

  it('name a record to create by its title in the facts of others', async () => {
    const lists = { accounts: [sampleAccount(1)], billingGroups: [group(70, 1)] };
    const { id: _, ...newGroup } = group(0, 1);
    const findings = await draftFindingsOf(
      { lists },
      create('billingGroups', { ...newGroup, name: 'Cedar family' }),
    );
    expect(findings.items.find(({ rule }) => rule === 'several-groups')).toMatchObject({
      key: '1',
      title: 'Account 1',
      facts: { groups: ['70', 'Cedar family'] },
    });
  });

  it('do not report a fee structure as unused while it is being created', async () => {
    const draft = create('feeStructures', { name: 'New', calculation_type: 'R', flat_rate: 1 });
    expect(keysFound(await draftFindingsOf({ lists: {} }, draft), 'structure-unused')).toEqual([]);
  });

  it('use the chosen side of a conflict, and leave out an unresolved conflict', async () => {
    const lists = { accounts: [sampleAccount(1)] };
    const draft = edit('accounts', { ...noHousehold(1), state: 'conflict' });
    const rows = draftRows(draft).map((row) => ({
      ...row,
      fields: row.fields.map((field) => ({ ...field, theirs: '8' })),
    }));
    const findWith = async (choices: ConflictChoices) => {
      const findings = await draftFindingsOf({ lists }, draft, { rows, choices });
      return [keysFound(findings, 'no-household'), findings.notApplied];
    };
    expect(await findWith({})).toEqual([[], 1]);
    expect(await findWith({ household_id: 'mine' })).toEqual([['1'], 0]);
    expect(await findWith({ household_id: 'theirs' })).toEqual([[], 0]);
  });

  it('list the first of many and count all', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => index + 1);
    const lists = { accounts: ids.map((id) => sampleAccount(id)) };
    const findings = await draftFindingsOf({ lists }, edit('accounts', ...ids.map(noHousehold)));
    expect(findings.rules).toContainEqual({ rule: 'no-household', found: 60, resolved: 0 });
    expect(keysFound(findings, 'no-household')).toHaveLength(20);
  });

  it('compare with known findings instead of running the rules twice', async () => {
    const lists = { accounts: [sampleAccount(1, { household_id: null })] };
    const known = () => ({ findings: new Map(), missing: new Map() });
    const findings = await draftFindingsOf({ lists }, edit('accounts', noHousehold(1)), { known });
    expect(keysFound(findings, 'no-household')).toEqual(['1']); // the known findings have none
  });

  it('stop when the result is no longer needed', async () => {
    const pause = () => Promise.reject(new DOMException('closed', 'AbortError'));
    const check = draftFindingsOf(
      { lists: { accounts: [sampleAccount(1)] } },
      edit('accounts', noHousehold(1)),
      {
        pause,
      },
    );
    await expect(check).rejects.toThrow('closed');
  });

  it('fail with changed-since if the data keeps changing', async () => {
    const reader = readerWith({ accounts: [sampleAccount(1)] });
    let version = 0;
    vi.spyOn(reader, 'version', 'get').mockImplementation(() => (version += 1));
    const check = draftFindingsOf({ lists: {} }, edit('accounts', noHousehold(1)), { reader });
    await expect(check).rejects.toMatchObject({ failure: { kind: 'changed-since' } });
  });
});

describe('a finding about several records', () => {
  it('is recognized when another of its records becomes the first', async () => {
    const accounts = [1, 2, 3].map((id) => sampleAccount(id, { number: 'X' }));
    const findings = await draftFindingsOf(
      { lists: { accounts } },
      edit('accounts', { key: 1, set: { number: 'Y' } }),
    );
    expect(findings.rules.filter(({ rule }) => rule === 'number-twice')).toEqual([]);
  });

  it('is reported when a record joins it', async () => {
    const accounts = [sampleAccount(1, { number: 'X' }), sampleAccount(2, { number: 'X' }), sampleAccount(3)];
    const findings = await draftFindingsOf(
      { lists: { accounts } },
      edit('accounts', { key: 3, set: { number: 'X' } }),
    );
    expect(findings.items.filter(({ rule }) => rule === 'number-twice')).toMatchObject([
      { key: '1', isKnown: true, facts: { accounts: ['1', '2', '3'] } },
    ]);
  });

  it('of a household is known if its first account leaves, and new if an account splits another', async () => {
    const inHousehold = (id: number, household_id: number) => sampleAccount(id, { household_id });
    const accounts = [
      inHousehold(1, 7),
      inHousehold(2, 7),
      inHousehold(3, 7),
      inHousehold(4, 8),
      inHousehold(5, 8),
    ];
    const billingGroups = [group(70, 1, 2), group(71, 3), group(72, 4, 5)];
    const lists = { accounts, billingGroups };
    const afterLeaving = await draftFindingsOf(
      { lists },
      edit('accounts', { key: 1, set: { household_id: 9 } }),
    );
    expect(keysFound(afterLeaving, 'household-split')).toEqual([]);
    // Account 1 was the first of household 7, and is now the first of household 8.
    const afterJoining = await draftFindingsOf(
      { lists },
      edit('accounts', { key: 1, set: { household_id: 8 } }),
    );
    expect(afterJoining.items.filter(({ rule }) => rule === 'household-split')).toMatchObject([
      { key: '1', isKnown: false, facts: { groups: ['70', '72'] } },
    ]);
  });
});

describe('the overlay', () => {
  it('continues scanning past removed records, and ends with records to create', () => {
    const reader = readerWith({
      billingGroups: Array.from({ length: 12 }, (_, index) => group(index + 1, index + 1)),
    });
    const keysOf = (draft: Parameters<typeof draftRows>[0], limit: number): (string | number)[] => {
      const overlay = new OverlayReader(reader, proposedChanges(draft, draftRows(draft)));
      const scan = overlay.scan('billingGroups', ['name']);
      const keys: (string | number)[] = [];
      for (let after = 0; ;) {
        const rows = scan(after, limit);
        keys.push(...rows.map((row) => row[1]));
        if (rows.length < limit) return keys;
        after = rows.at(-1)?.[0] ?? after;
      }
    };
    const removed = [1, 2, 3, 4, 6, 12];
    for (const limit of [1, 2, 3, 5, 6, 20]) {
      expect(keysOf(removalDraft('billingGroups', ...removed), limit)).toEqual([5, 7, 8, 9, 10, 11]);
      expect(keysOf(create('billingGroups', { name: 'x' }, { name: 'y' }), limit).slice(-3)).toEqual([
        12,
        'new:0',
        'new:1',
      ]);
    }
  });

  it('keeps every digit of an ID above 2^53', () => {
    const big = '9007199254740993';
    const lists = { accounts: [sampleAccount(1)], feeStructures: structures };
    const rows = draftRows(edit('accounts', { key: 1, set: { fee_structures_ids: [] } })).map((row) => ({
      ...row,
      fields: [{ field: 'fee_structures_ids', after: `[1,${big}]`, issue: null }],
    }));
    const changes = proposedChanges({ resource: 'accounts', kind: 'edit' }, rows);
    const [row] = new OverlayReader(readerWith(lists), changes).rowsOf(
      'accounts',
      ['1'],
      ['fee_structures_ids'],
    );
    expect(row?.[2]).toBe(`1, ${big}`);
  });
});
