import { cleanup, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { resources } from '#contract/resources';
import { recordComparison } from '../../../renderer/records/record/compare.svelte';
import { differingFields, readRecord } from '../../../renderer/records/record/record';
import RecordFields from '../../../renderer/records/record/RecordFields.svelte';

afterEach(() => {
  cleanup();
  recordComparison.onlyDifferences = false;
  recordComparison.setSide('pinned', null);
  recordComparison.setSide('open', null);
});

const viewOf = (record: object) => readRecord(resources.accounts, JSON.stringify(record), []);
const ONE = viewOf({ name: 'A', city: 'Akron', zip_code: '', status: 'funded', state: 'OH', odd: 1 });
const OTHER = viewOf({ name: 'B', city: 'Akron', zip_code: null, status: 'funded', required_cash: '0.10' });
const labels = () => screen.getAllByRole('term').map((term) => term.textContent.trim());

it('compares displayed values: null, absent and blank are equal', () => {
  expect([...differingFields(ONE, OTHER)].sort()).toEqual(['name', 'odd', 'required_cash', 'state']);
  expect([...differingFields(OTHER, ONE)].sort()).toEqual(['name', 'odd', 'required_cash', 'state']);
  expect(differingFields(ONE, ONE).size).toBe(0);
});

it('compares two records only while both exist and are of one kind', () => {
  expect(recordComparison.differing).toBeNull();
  recordComparison.setSide('pinned', { resource: 'accounts', content: ONE });
  expect(recordComparison.differing).toBeNull();
  recordComparison.setSide('open', { resource: 'households', content: OTHER });
  expect(recordComparison.differing).toBeNull();
  recordComparison.setSide('open', { resource: 'accounts', content: OTHER });
  expect(recordComparison.differing?.has('state')).toBe(true);
});

it('labels differing fields, including blank ones, and can hide the others', () => {
  render(RecordFields, { content: OTHER, differing: differingFields(ONE, OTHER) });
  expect(labels()).toEqual(expect.arrayContaining(['Name, differs', 'City', 'State, differs']));
  recordComparison.onlyDifferences = true;
  flushSync();
  expect(labels().every((label) => label.endsWith(', differs'))).toBe(true);
  expect(labels()).toContain('State, differs');
});
