import type { Context, Env, Hono } from 'hono';
import { z } from 'zod';
import { pagerOf, type Pager } from '../pager';
import { invalid, notFound } from '../refusal';
import type { Row, Table } from '../table';

/** What the routes know about a request, beside the request. */
export interface DemoEnv extends Env {
  Variables: { bearer: 'id-token' | 'api-key' };
}
export type App = Hono<DemoEnv>;

type C = Context<DemoEnv>;

/** @throws Refusal 400 for bad pager values */
export const pager = (c: C): Pager => pagerOf(new URL(c.req.url).searchParams);

/** The JSON body. @throws Refusal 400 when it is none */
export async function body(c: C): Promise<unknown> {
  try {
    return await c.req.json<unknown>();
  } catch {
    throw invalid('The body must be JSON.');
  }
}

/** The JSON body, or undefined where the request has none. @throws Refusal 400 when it is something else */
export async function bodyOrNone(c: C): Promise<unknown> {
  return (await c.req.text()) === '' ? undefined : body(c);
}

/** The id in the path. Nothing has an id that is not a whole number: such a path leads nowhere. */
export function pathId(c: C): number {
  const text = c.req.param('id') ?? '';
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}

/** The record that the path names. @throws Refusal 404 */
export function found(table: Table, id: number): Row {
  const row = table.row(id);
  if (!row) throw notFound();
  return row;
}

/** A body checked by a schema. @throws Refusal 400 with a sentence for each problem */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(...sentences(parsed.error));
}

export const sentences = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.map(String).join('.') || 'The body'}: ${issue.message}`);

/** The ids of a delete-many: an object with `ids`, or the bare list (the specification leaves it open). */
export const idsBody = z.union([
  z.array(z.int()),
  z.object({ ids: z.array(z.int()) }).transform(({ ids }) => ids),
]);
