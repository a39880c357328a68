import type { Context, Env, Hono } from 'hono';
import { z } from 'zod';
import { parsePager, type Pager } from '../pager';
import { invalid, notFound } from '../refusal';
import type { DemoRow, DemoTable } from '../table';

/** What the routes know about a request besides the request itself. */
export interface DemoEnv extends Env {
  Variables: { bearer: 'id-token' | 'api-key' };
}
export type App = Hono<DemoEnv>;

type DemoContext = Context<DemoEnv>;

/** @throws Refusal 400 for bad pager values */
export const pager = (c: DemoContext): Pager => parsePager(new URL(c.req.url).searchParams);

/** Returns the JSON body. @throws Refusal 400 for anything else */
export async function jsonBody(c: DemoContext): Promise<unknown> {
  try {
    return await c.req.json<unknown>();
  } catch {
    throw invalid('The body must be JSON.');
  }
}

/** Returns the JSON body, or undefined for an empty one. @throws Refusal 400 for anything else */
export async function optionalJsonBody(c: DemoContext): Promise<unknown> {
  return (await c.req.text()) === '' ? undefined : jsonBody(c);
}

/** Returns the ID in the path. IDs are integers; any other path is not found. */
export function pathId(c: DemoContext): number {
  const text = c.req.param('id') ?? '';
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}

/** Returns the record that the path names. @throws Refusal 404 */
export function recordOrThrow(table: DemoTable, id: number): DemoRow {
  const row = table.row(id);
  if (!row) throw notFound();
  return row;
}

/** Parses a body with a schema. @throws Refusal 400 with a sentence for each problem */
export function parseBody<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(...problemSentences(parsed.error));
}

export const problemSentences = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.map(String).join('.') || 'The body'}: ${issue.message}`);

/** The IDs of a delete-many: an object with `ids`, or the bare list (the specification leaves it open). */
export const idsBody = z.union([
  z.array(z.int()),
  z.object({ ids: z.array(z.int()) }).transform(({ ids }) => ids),
]);
