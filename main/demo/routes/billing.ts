import { z } from 'zod';
import type { Fields } from '../../../preload/contract/resource';
import { bodiesById, readEdit } from '../edits';
import { filterable, filterFields } from '../filter';
import { envelope } from '../pager';
import { refuseIf } from '../refusal';
import type { Collection, Row } from '../table';
import { body, checked, found, idsBody, listRoutes, pager, pathId, sentences, type App } from './request';

/** A kind of billing object: all of them have the same endpoints (spec 4.6 and wire facts). */
export interface BillingKind<S extends z.ZodType> {
  readonly path: string;
  readonly object: string;
  readonly one: string;
  readonly table: Collection;
  readonly fields: Fields;
  /** Editable fields that may not be null. */
  readonly required: readonly string[];
  readonly writes?: Readonly<Record<string, z.ZodType>>;
  /** The create body. */
  readonly createBody: S;
  /** Makes the body a whole record. */
  readonly complete: (wanted: z.output<S>, id: number) => Row;
  /** Checks and finishes edited fields, e.g. gives new parts an id. */
  readonly settle?: (edits: Row, id: number, reasons: string[]) => Row;
  readonly stamp: () => string;
}

/** List, filter, get, create, update and delete, single and many. */
export function billingRoutes<S extends z.ZodType>(app: App, kind: BillingKind<S>): void {
  const { path, table } = kind;
  const settle = kind.settle ?? ((edits: Row) => edits);
  const editing = {
    fields: kind.fields,
    spelling: 'bulk',
    required: kind.required,
    writes: kind.writes ?? {},
  } as const;

  const create = (wanted: z.output<S>): Row => {
    const now = kind.stamp();
    return table.create((id) => ({
      object: kind.object,
      ...kind.complete(wanted, id),
      id,
      created_at_utc: now,
      updated_at_utc: now,
    }));
  };

  const edited = (id: number, current: Row, sent: Row, reasons: string[]): Row => ({
    ...current,
    ...settle(readEdit(current, sent, editing, reasons), id, reasons),
    updated_at_utc: kind.stamp(),
  });

  listRoutes(app, path, table, filterable(filterFields(kind.fields)));

  app.post(path, async (c) => {
    pager(c);
    return c.json(envelope(create(checked(kind.createBody, await body(c)))));
  });

  app.post(`${path}/create-many`, async (c) => {
    const rows = checked(z.array(z.unknown()), await body(c)).map((row) => kind.createBody.safeParse(row));
    refuseIf(
      rows.flatMap((row, at) => (row.success ? [] : sentences(row.error).map((text) => `[${at}] ${text}`))),
    );
    return c.json(envelope(rows.flatMap((row) => (row.success ? [create(row.data)] : []))));
  });

  app.post(`${path}/delete-many`, async (c) => {
    const ids = [...new Set(checked(idsBody, await body(c)))].filter((id) => table.remove(id));
    return c.json({ message: 'OK', n: ids.length, ids });
  });

  app.put(path, async (c) => {
    const reasons: string[] = [];
    const rows = bodiesById(await body(c), reasons).map(({ id, body: sent, at }) => {
      const current = table.row(id);
      const own: string[] = [];
      if (!current) own.push(`there is no ${kind.one} ${id}.`);
      const row = current ? edited(id, current, sent, own) : {};
      reasons.push(...own.map((reason) => `[${at}] ${reason}`));
      return { id, row };
    });
    refuseIf(reasons);
    for (const { id, row } of rows) table.replace(id, row);
    return c.json(envelope(rows.map(({ row }) => row)));
  });

  app.get(`${path}/:id`, (c) => {
    pager(c);
    return c.json(envelope(found(table, pathId(c))));
  });

  app.put(`${path}/:id`, async (c) => {
    const id = pathId(c);
    const current = found(table, id);
    const sent = checked(z.looseObject({ id: z.literal(id, 'must be the id of the path') }), await body(c));
    const reasons: string[] = [];
    const row = edited(id, current, sent, reasons);
    refuseIf(reasons);
    table.replace(id, row);
    return c.json(envelope(row));
  });

  app.delete(`${path}/:id`, (c) => {
    pager(c);
    const id = pathId(c);
    found(table, id);
    table.remove(id);
    return c.json({ message: 'OK', id });
  });
}
