import { z } from 'zod';
import { holdsMany, writeShapeOf, type Field } from '#contract/fields';
import { markedFields, type Operation } from '#contract/operations';
import type { Resource } from '#contract/resource';
import { FIRM_IDS } from '../data/firms';
import { slugify } from '../data/slug';
import { bodiesById, readEdit, type Spelling } from '../edits';
import { filterKeys, filterFields, matching, readFilter, type FieldTest } from '../filter';
import { envelope, pageOf } from '../pager';
import { refuseIf } from '../refusal';
import type { Store } from '../store';
import type { Ids, DemoRow, DemoTable } from '../table';
import {
  jsonBody,
  optionalJsonBody,
  parseBody,
  recordOrThrow,
  idsBody,
  pager,
  pathId,
  problemSentences,
  type App,
} from './request';

/** The demo firm's data for a resource, beyond its descriptor and its operations. */
export interface DataSource {
  /** The records to list, filter and read. */
  readonly table: DemoTable;
  /** The wire's `object` name of a record, e.g. `billing.group`. */
  readonly object?: string;
  /** Responses have no envelope: a single record alone, or several as a plain list (spec 4.2, 4.5). */
  readonly isBare?: true;
  /** Overrides what a filter searches, if that is more than the list. */
  readonly matching?: (tests: readonly FieldTest[]) => Ids;
  /** Receives changes; absent for read-only resources. */
  readonly changes?: ChangeTarget;
  /** Returns problems of values beyond their types. */
  readonly check?: (values: DemoRow) => string[];
  /** Returns problems of new records that are each valid alone. */
  readonly checkAll?: (all: readonly DemoRow[]) => string[];
  /** Completes values before they are stored, e.g. assigns IDs to nested items. */
  readonly completeValues?: (values: DemoRow, id: number) => DemoRow;
}

export interface ChangeTarget {
  create(complete: (id: number) => DemoRow): DemoRow;
  edit(id: number, edits: DemoRow, stamp: string): void;
  /** Returns whether there was a record to remove. */
  remove(id: number): boolean;
}

/** The endpoints of a resource (spec 4.2 to 4.6) over the demo firm's data. */
class ResourceEndpoints {
  readonly #resource: Resource;
  readonly #source: DataSource;
  readonly #store: Pick<Store, 'book' | 'stamp'>;

  constructor(resource: Resource, source: DataSource, store: Pick<Store, 'book' | 'stamp'>) {
    this.#resource = resource;
    this.#source = source;
    this.#store = store;
  }

  register(app: App): void {
    const { operations } = this.#resource.service;
    const { changes } = this.#source;
    const offers = (operation: Operation): boolean => operations.includes(operation);
    if (offers('list')) this.#list(app);
    if (offers('filter')) this.#filter(app);
    if (offers('get')) this.#get(app);
    if (!changes) return;
    if (offers('create')) this.#create(app, changes);
    if (offers('remove')) this.#remove(app, changes);
    if (offers('put')) this.#put(app, changes);
  }

  get #path(): string {
    return this.#resource.service.path;
  }

  #single(row: DemoRow) {
    return this.#source.isBare ? row : envelope(row);
  }

  #problemsOf(values: DemoRow): string[] {
    const { firm_id: firm, household_id: household } = values;
    return [
      ...(typeof firm === 'number' && !FIRM_IDS.includes(firm)
        ? [`firm_id: ${firm} is not a firm of this application.`]
        : []),
      ...(typeof household === 'number' && !this.#store.book.hasHousehold(household)
        ? [`household_id: ${household} is not a household of the firm.`]
        : []),
      ...(this.#source.check?.(values) ?? []),
    ];
  }

  #complete(values: DemoRow, id: number): DemoRow {
    return this.#source.completeValues?.(values, id) ?? values;
  }

  /** Returns the checked and completed edits of a PUT body; problems go to `reasons`. */
  #editsOf(id: number, current: DemoRow, sent: DemoRow, spelling: Spelling, reasons: string[]): DemoRow {
    const edits = readEdit(current, sent, { fields: this.#resource.fields, spelling }, reasons);
    reasons.push(...this.#problemsOf(edits));
    return this.#complete(edits, id);
  }

  #list(app: App): void {
    const { table } = this.#source;
    app.get(this.#path, (c) => pageOf(table, table.ids(), pager(c)));
  }

  #filter(app: App): void {
    const { service, fields } = this.#resource;
    const { table } = this.#source;
    const { changedAt } = service;
    const filterable = filterKeys(
      [...filterFields(fields), ...(changedAt === undefined ? [] : [changedAt])],
      service.plurals,
    );
    app.post(`${this.#path}/filter`, async (c) => {
      const page = pager(c);
      const tests = readFilter((await optionalJsonBody(c)) ?? {}, filterable);
      return pageOf(table, this.#source.matching?.(tests) ?? matching(table, table.ids(), tests), page);
    });
  }

  #get(app: App): void {
    app.get(`${this.#path}/:id`, (c) => {
      pager(c); // refuses invalid pager parameters
      return c.json(this.#single(recordOrThrow(this.#source.table, pathId(c))));
    });
  }

  #create(app: App, changes: ChangeTarget): void {
    const { fields } = this.#resource;
    const { isBare, object, checkAll } = this.#source;
    const createBody = z.object(writeShapeOf(markedFields(fields, 'create')));
    const problems = (body: unknown): string[] => {
      const parsed = createBody.safeParse(body);
      return parsed.success
        ? [...blankProblems(fields, parsed.data), ...this.#problemsOf(parsed.data)]
        : problemSentences(parsed.error);
    };
    const create = (body: unknown): DemoRow => {
      const wanted: DemoRow = createBody.parse(body);
      const now = this.#store.stamp();
      return changes.create((id) => ({
        ...(object ? { object } : {}),
        ...empty(fields),
        ...this.#complete(wanted, id),
        ...('slug' in fields ? { slug: wanted['slug'] ?? slugify(String(wanted['name'])) } : {}),
        id,
        created_at_utc: now,
        updated_at_utc: now,
      }));
    };

    app.post(this.#path, async (c) => {
      pager(c); // refuses invalid pager parameters
      const body = await jsonBody(c);
      refuseIf(problems(body));
      refuseIf(checkAll?.([body as DemoRow]) ?? []);
      return c.json(this.#single(create(body)));
    });

    app.post(`${this.#path}/create-many`, async (c) => {
      const all = parseBody(z.array(z.unknown()), await jsonBody(c));
      refuseIf(all.flatMap((body, position) => problems(body).map((text) => `[${position}] ${text}`)));
      refuseIf(checkAll?.(all as DemoRow[]) ?? []);
      const rows = all.map(create);
      return c.json(isBare ? rows : envelope(rows));
    });
  }

  #remove(app: App, changes: ChangeTarget): void {
    const { isBare, table } = this.#source;
    app.post(`${this.#path}/delete-many`, async (c) => {
      const ids = [...new Set(parseBody(idsBody, await jsonBody(c)))].filter((id) => changes.remove(id));
      return c.json({ ...(isBare ? {} : { message: 'OK' }), n: ids.length, ids });
    });

    app.delete(`${this.#path}/:id`, (c) => {
      pager(c); // refuses invalid pager parameters
      const id = pathId(c);
      recordOrThrow(table, id);
      changes.remove(id);
      return c.json({ message: 'OK', id });
    });
  }

  #put(app: App, changes: ChangeTarget): void {
    const { table } = this.#source;
    app.put(this.#path, async (c) => {
      const reasons: string[] = [];
      const all = bodiesById(await jsonBody(c), reasons).map(({ id, body: sent, position }) => {
        const current = table.row(id);
        const rowReasons: string[] = [];
        if (!current) rowReasons.push(`there is no ${this.#resource.singular} ${id}.`);
        const edits = current ? this.#editsOf(id, current, sent, 'bulk', rowReasons) : {};
        reasons.push(...rowReasons.map((reason) => `[${position}] ${reason}`));
        return { id, edits };
      });
      refuseIf(reasons);
      for (const { id, edits } of all) changes.edit(id, edits, this.#store.stamp());
      return c.json(envelope(all.map(({ id }) => recordOrThrow(table, id))));
    });

    app.put(`${this.#path}/:id`, async (c) => {
      const id = pathId(c);
      const current = recordOrThrow(table, id);
      const sent = parseBody(
        z.looseObject({ id: z.literal(id, 'must be the id of the path') }),
        await jsonBody(c),
      );
      const reasons: string[] = [];
      const edits = this.#editsOf(id, current, sent, 'single', reasons);
      refuseIf(reasons);
      changes.edit(id, edits, this.#store.stamp());
      return c.json(this.#single(recordOrThrow(table, id)));
    });
  }
}

/** Registers the endpoints of a resource. */
export const addResourceRoutes = (
  app: App,
  resource: Resource,
  source: DataSource,
  store: Pick<Store, 'book' | 'stamp'>,
): void => new ResourceEndpoints(resource, source, store).register(app);

type Fields = Readonly<Record<string, Field>>;

/** Returns a problem for each required text that is blank. */
const blankProblems = (fields: Fields, values: DemoRow): string[] =>
  Object.entries(fields).flatMap(([name, { kind, required }]) =>
    required && kind === 'text' && String(values[name]).trim() === '' ? [`${name}: must not be empty.`] : [],
  );

/** Returns every field of a record with its empty value. */
const empty = (fields: Fields): DemoRow =>
  Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, holdsMany(kind) ? [] : null]));
