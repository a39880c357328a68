import { capitalize } from '#contract/text';
import ListPlus from '@lucide/svelte/icons/list-plus';
import Plus from '@lucide/svelte/icons/plus';
import type { CodeRow, CodeState } from '#contract/features/advisor-codes/calls';
import { MAX_PASSED_CODES, type CodeAtCustodian } from '#contract/features/roi/feature';
import { choice, advisorCodeTerm, integer, text } from '#contract/fields';
import { advisorCodes } from '#contract/resources/advisor-codes';
import type { MemoryRow } from '../../grid/memory-source';
import { deferred } from '../../ui/deferred';
import { count } from '../../ui/format';
import { showFailure, showToast } from '../../ui/toast';
import { gridColumns } from '../../records/list/columns';
import type { ListAction, ListField, ListContext, ListView, ViewedList } from '../../records/list/list-view';
import { MemoryRows, withoutFilters } from '../../records/list/memory-rows';
import { withViewColumns } from '../../records/list/query.svelte';
import { openCreated } from '../../records/outcome/open-created';
import { codesWithCustodian, createMappings, showAccounts } from './code-links';
import { codesOf } from './codes.svelte';
import { codesText, firmLabel, STATES } from './messages';

const { fields } = advisorCodes;
const STATE_NAMES = Object.keys(STATES) as CodeState[];
const byState = <V>(value: (state: CodeState) => V) =>
  Object.fromEntries(STATE_NAMES.map((state) => [state, value(state)])) as Record<CodeState, V>;

const columns: Readonly<Record<string, ListField>> = {
  code: fields.code,
  source: { ...fields.source, column: 140 },
  term: text('Code name at custodian', {
    column: 185,
    shown: true,
    help: 'What the custodian calls an advisor code.',
  }),
  state: choice(
    'State',
    byState((state) => STATES[state].label),
    {
      column: 215,
      shown: true,
      filter: true,
      tones: { unmapped: STATES.unmapped.tone },
      help: STATE_NAMES.map((state) => `${STATES[state].label}: ${STATES[state].help}`).join(' '),
    },
  ),
  accounts: integer('Accounts', { column: 90, shown: true }),
  firm_id: {
    ...fields.firm_id,
    column: 235,
    text: (cell, context) => firmLabel(cell, codesOf(context).firms),
  },
  created_at_utc: fields.created_at_utc,
  updated_at_utc: fields.updated_at_utc,
  id: { ...fields.id, shown: false },
};

const cellsOf = (row: CodeRow): MemoryRow & { readonly row: CodeRow } => ({
  key: row.key,
  row,
  cells: {
    code: row.code,
    source: row.custodian,
    term: capitalize(advisorCodeTerm(row.custodian ?? '')),
    state: row.state,
    accounts: row.accounts,
    firm_id: row.firmId,
    created_at_utc: row.createdAt,
    updated_at_utc: row.updatedAt,
    id: row.record,
  },
});

function rowsOf(context: ListContext) {
  const codes = codesOf(context);
  return new MemoryRows(
    () => (codes.rows ?? []).map(cellsOf),
    () => gridColumns(withViewColumns(advisorCodes, { columns }), () => context),
    codes.ensureLoaded,
    (field) => columns[field]?.kind,
  );
}

/** Returns the selected rows, including those outside the loaded range; single ones also while a search hides them. */
function selectedCodeRows(context: ListContext): CodeRow[] {
  const { grid, query } = context.list;
  const { value } = grid.selection;
  const rows = rowsOf(context).matchingRows(
    value.kind === 'keys' ? withoutFilters(query.query) : query.query,
  );
  // The keys of the selected rows or, if all rows are selected, of those that are not.
  const keys = new Set(value.kind === 'keys' ? value.keys : value.except);
  return rows.flatMap(({ key, row }) => (keys.has(key) === (value.kind === 'keys') ? [row] : []));
}
const unmappedRows = (context: ListContext) =>
  selectedCodeRows(context).filter(({ state }) => state === 'unmapped');
const selectedRecordIds = (context: ListContext) =>
  selectedCodeRows(context).flatMap(({ record }) => record ?? []);

/** Lists whose deletion is being planned. */
const planningLists = new WeakSet<ViewedList>();

/**
 * Plans the deletion of the selected codes and opens its page; nothing is deleted before the user confirms it there.
 * Does nothing while a deletion of the list is being planned.
 */
async function planDelete(context: ListContext): Promise<void> {
  const { engine, list, go } = context;
  if (planningLists.has(list)) return;
  planningLists.add(list);
  try {
    const { id } = await engine.advisorCodes.planDelete({ records: selectedRecordIds(context) });
    const open = () => go({ screen: 'task', task: 'advisorCodes', page: { kind: 'job', id } });
    openCreated(open, list.isClosed, {
      title: 'Deletion ready to review',
      text: 'Nothing is deleted until you confirm it.',
      label: 'Review',
    });
  } catch (error) {
    showFailure(error);
  } finally {
    planningLists.delete(list);
  }
}

const ACTIONS: readonly ListAction[] = [
  {
    name: 'bulk-add',
    placement: 'list',
    icon: ListPlus,
    label: () => 'Bulk add…',
    run: ({ go }) => go({ screen: 'task', task: 'advisorCodes', page: { kind: 'many' } }),
  },
  {
    name: 'new',
    placement: 'list',
    icon: Plus,
    primary: true,
    label: () => 'New code…',
    run: (context) => (codesOf(context).codesToCreate = { kind: 'one', rows: [] }),
  },
  {
    name: 'accounts',
    placement: 'selected',
    // A filter needs at least one custodian and code.
    label: (context) => (codesWithCustodian(selectedCodeRows(context)).length > 0 ? 'Show accounts' : null),
    run: (context) => showAccounts(context, selectedCodeRows(context)),
  },
  {
    name: 'map',
    placement: 'selected',
    label: (context) =>
      unmappedRows(context).length > 0
        ? `Create ${count(unmappedRows(context).length)} in the mapping…`
        : null,
    run: (context) => createMappings(context, unmappedRows(context)),
  },
  {
    name: 'release',
    placement: 'selected',
    label: () => 'New ROI request…',
    run: (context) => {
      const codes = selectedCodeRows(context).flatMap(({ custodian, code }): CodeAtCustodian[] =>
        code === null ? [] : [[custodian, code]],
      );
      if (codes.length <= MAX_PASSED_CODES) {
        context.go({ screen: 'task', task: 'roi', page: { kind: 'codes', codes } });
        return;
      }
      showToast('Too many codes are selected', {
        text: `${codesText(codes.length)} are selected. Up to ${count(MAX_PASSED_CODES)} can be requested at once: filter the list or select fewer.`,
        tone: 'bad',
      });
    },
  },
  {
    name: 'delete',
    placement: 'selected',
    label: (context) =>
      selectedRecordIds(context).length > 0 ? `Delete ${count(selectedRecordIds(context).length)}…` : null,
    run: planDelete,
  },
];

/** The list of codes: the mapping next to the codes that accounts have, and its actions. */
export const CODES_LIST: ListView = {
  actions: ACTIONS,
  columns,
  changes: (context) => [codesOf(context).rows, codesOf(context).firms],
  rows: (context) => {
    const memory = rowsOf(context);
    return {
      source: (query, collapsed) => memory.source(query, collapsed),
      facets: memory.facets,
      unmatchedValues: (field, values) => memory.unmatchedValues(field, values),
      nonRecordText: () => {
        const unmapped = (codesOf(context).rows ?? []).filter(({ record }) => record === null).length;
        return unmapped > 0 ? `mapped · ${count(unmapped)} not mapped` : null;
      },
    };
  },
  hiddenSelectedCount: (context) => {
    const { grid, query } = context.list;
    if (grid.selection.kind !== 'keys' || grid.selectedCount === 0 || !query.isFiltered) return 0;
    const listed = rowsOf(context).matchingRows(query.query);
    return grid.selectedCount - listed.filter(({ key }) => grid.selection.has(key)).length;
  },
  panel: {
    appliesTo: (key, context) =>
      (codesOf(context).rows ?? []).some((row) => row.key === key && row.record === null),
    view: deferred(() => import('./UnmappedCodePanel.svelte')),
  },
  quickFilterFields: ['state', 'source'],
  notes: deferred(() => import('./CodesNotes.svelte')),
};
