import { z } from 'zod';
import { billingGroups } from '#contract/resources/billing-groups';
import { feeStructures } from '#contract/resources/fee-structures';
import type { ResourceName } from '#contract/resources';
import { FIRST_HOUSEHOLD_ID, type Book } from './data/book';
import { demoHousehold } from './data/households';
import { balanceTable } from './data/balances';
import { BILLING_RUNS, OPTIONAL_RESOURCES, type OptionalResourceName } from './data/optional-resources';
import { REFERENCES } from './data/references';
import { matching, type FieldTest } from './filter';
import type { ChangeTarget, DataSource } from './routes/resource';
import type { Store } from './store';
import { Collection, fixedGenerator, lazyGenerator, type DemoRow, type DemoTable } from './table';

/** Returns the demo firm's data source for each resource. */
export const dataSources = (store: Store): Record<ResourceName, DataSource> => ({
  accounts: accounts(store),
  relatedPersons: { table: store.persons },
  legacyMappings: { table: store.legacy },
  feeUploadFiles: { table: store.feeFiles },
  advisorCodes: advisorCodes(store),
  billingGroups: groups(store),
  assetAdjustments: {
    table: store.adjustments,
    object: 'billing.asset_adjustment',
    changes: store.adjustments,
  },
  feeStructures: structures(store),
  households: { table: households(store.book) },
  latestBalances: { table: balanceTable(store.book) },
  ...readOnly(BILLING_RUNS, store.book),
  ...readOnly(REFERENCES, store.book.seed),
  ...optionalResources(store),
});

/** Returns the optional resources that can be changed, with a handful of records each. */
function optionalResources(store: Store): Record<OptionalResourceName, DataSource> {
  const sources = Object.entries(OPTIONAL_RESOURCES).map(([name, make]): [string, DataSource] => {
    const rows: DemoRow[] = make(store.book.seed);
    const table = store.journaled(name, new Collection(fixedGenerator(rows), 10_001));
    return [name, { table, object: String(rows[0]?.['object']), changes: table }];
  });
  return Object.fromEntries(sources) as Record<OptionalResourceName, DataSource>;
}

/** Returns read-only tables, generated when first needed. */
function readOnly<N extends string, From>(
  tables: Readonly<Record<N, (from: From) => DemoRow[]>>,
  from: From,
): Record<N, DataSource> {
  const sources = Object.entries<(from: From) => DemoRow[]>(tables).map(
    ([name, rows]): [string, DataSource] => [
      name,
      {
        table: new Collection(
          lazyGenerator(() => fixedGenerator(rows(from))),
          1,
        ),
      },
    ],
  );
  return Object.fromEntries(sources) as Record<N, DataSource>;
}

/** Returns one household per family of the book; their number grows overnight. */
function households(book: Book): DemoTable {
  const row = (id: number): DemoRow | undefined =>
    book.hasHousehold(id) ? demoHousehold(book, id - FIRST_HOUSEHOLD_ID) : undefined;
  return {
    ids: () => Uint32Array.from({ length: book.families }, (_, family) => FIRST_HOUSEHOLD_ID + family),
    row,
    text: (id) => JSON.stringify(row(id)),
    value: (id, field) => row(id)?.[field],
  };
}

/** Spec 4.2. */
function accounts({ accounts: table }: Store): DataSource {
  /** Excludes closed accounts, which a test by ID would match too. */
  const open: FieldTest = { field: 'status', passes: (status) => status !== 'closed', keys: undefined };
  return {
    table,
    isBare: true,
    // Closed accounts are returned only to a filter by status (wire facts).
    matching: (tests) => {
      const status = tests.find((test) => test.field === 'status');
      if (!status) return matching(table, table.ids(), [...tests, open]);
      const isClosedOnly = status.keys?.size === 1 && status.keys.has('closed');
      return matching(table, isClosedOnly ? table.closedIds() : table.allIds(), tests);
    },
    changes: {
      create: () => {
        throw new Error('Accounts come from custodians.');
      },
      edit: (id, edits, stamp) => table.edit(id, edits, stamp),
      remove: () => false,
    },
  };
}

/** Spec 4.5. In a sandbox application, create and delete respond as usual but change nothing. */
function advisorCodes({ codes, application }: Store): DataSource {
  let nextId = 99_000;
  const withoutEffect: ChangeTarget = {
    create: (complete) => complete(nextId++),
    edit: () => undefined,
    remove: (id) => codes.row(id) !== undefined,
  };
  return {
    table: codes,
    object: 'org.advisor_code',
    isBare: true,
    changes: application === 'sandbox' ? withoutEffect : codes,
    checkAll: (all) => {
      const mapped = new Set([...codes.ids()].map((id) => nameOf(codes.row(id) ?? {})));
      return all.flatMap((item, position) => {
        const name = nameOf(item);
        const isDuplicate = mapped.has(name);
        mapped.add(name);
        return isDuplicate ? [`[${position}] The code ${name} is mapped already.`] : [];
      });
    },
  };
}
const nameOf = ({ source, code }: DemoRow): string => `${String(source)} ${String(code)}`;

const assignments = billingGroups.fields.assignments.write;

/** Spec 4.6. New assignments get an ID; all get the group's ID. */
function groups({ groups: table, book }: Store): DataSource {
  const newId = nestedIds(table, 'assignments', 900_000_001);
  return {
    table,
    object: 'billing.group',
    changes: table,
    check: (values) =>
      listIn(assignments, values['assignments']).flatMap(({ account_id: account }) =>
        book.indexOf(account) < 0 ? [`assignments: there is no account ${account}.`] : [],
      ),
    completeValues: (values, groupId) =>
      values['assignments'] === undefined || values['assignments'] === null
        ? values
        : {
            ...values,
            assignments: listIn(assignments, values['assignments']).map((item) => ({
              // 0: charged to itself; −1: to the group; otherwise the ID of the paying account (wire facts).
              fee_location_option: item.fee_location === 0 ? 'S' : item.fee_location === -1 ? 'G' : 'A',
              ...item,
              id: item.id ?? newId(),
              group_id: groupId,
            })),
          },
  };
}

const tiers = feeStructures.fields.tiers.write;

/** Spec 4.6. New tiers get an ID; all get the fee structure's ID. */
function structures({ structures: table }: Store): DataSource {
  const newId = nestedIds(table, 'tiers', 900_001);
  return {
    table,
    object: 'billing.fee_structure',
    changes: table,
    check: (values) =>
      listIn(tiers, values['tiers']).some(
        ({ min_balance: min, max_balance: max }) => max !== null && max <= min,
      )
        ? ['tiers: max_balance must be above min_balance.']
        : [],
    completeValues: (values, id) => ({
      ...values,
      ...(values['tiers']
        ? {
            tiers: listIn(tiers, values['tiers']).map((item) => ({
              ...item,
              id: item.id ?? newId(),
              fee_structure_id: id,
            })),
          }
        : {}),
    }),
  };
}

/** Returns a function that returns new IDs for nested items, above those of changed records. */
function nestedIds(table: Collection, field: string, first: number): () => number {
  let nextId: number | undefined;
  const items = z.array(z.object({ id: z.int() }));
  return () => {
    nextId ??= table
      .changedRows()
      .flatMap((row) => items.safeParse(row[field]).data ?? [])
      .reduce((next, { id }) => Math.max(next, id + 1), first);
    return nextId++;
  };
}

/** Returns the items of a nested list; an empty list for anything else. */
const listIn = <S extends z.ZodType<unknown[]>>(schema: S, value: unknown): z.output<S> | never[] => {
  const list = schema.safeParse(value);
  return list.success ? list.data : [];
};
