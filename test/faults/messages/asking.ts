import { isContractProcedure } from '@orpc/contract';
import { call, ORPCError, type AnyProcedure } from '@orpc/server';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { z } from 'zod';
import { dice, inWhole, trials } from '../told';
import { hostileMessages, type Meant } from './hostile';

const MESSAGES = 2_000;
/** Whoever expects nothing takes no message: it is called a few times. */
const CALLS = 3;
/** So many messages may ask a procedure for the same. */
const ALIKE = 3;
/** So many are left out before one like earlier ones is sent all the same: a procedure that takes anything knows no others. */
const THROWS = 500;
/** So long a process may be busy with one message. */
const LONGEST_MS = 2_000;
/** Of one procedure; in the whole, on a machine that may do other things too. */
export const PATIENCE_MS = inWhole(60_000, 3_600_000);

export interface Named {
  readonly name: string;
  readonly input: z.ZodType | undefined;
}
/** Every procedure of a contract, by its path. */
export function proceduresOf(contract: object, before = ''): Named[] {
  return Object.entries(contract).flatMap(([part, value]: [string, unknown]) => {
    const name = before === '' ? part : `${before}.${part}`;
    if (!isContractProcedure(value)) return proceduresOf(value as object, name);
    return [{ name, input: value['~orpc'].inputSchema as z.ZodType | undefined }];
  });
}

/** Asks a procedure of a router; what goes on is followed to its first news and left. */
async function ask(router: object, name: string, message: unknown): Promise<void> {
  const procedure = name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], router) as AnyProcedure;
  const left = new AbortController();
  try {
    const path = name.split('.');
    const answer: unknown = await call(procedure, message, { signal: left.signal, context: {}, path });
    if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) {
      const news = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      const soon = new Promise((done) => setTimeout(done, 5));
      await Promise.race([news.next(), soon]);
      left.abort();
      await news.return?.();
    }
  } catch (error) {
    // Declared, or refused for its form; an answer that does not fit the contract would be neither.
    expect(error).toBeInstanceOf(ORPCError);
    expect(['FAILED', 'BAD_REQUEST']).toContain((error as ORPCError<string, unknown>).code);
  } finally {
    left.abort();
  }
}

/**
 * Sends a procedure hostile messages, 2,000 in the whole: each is answered, soon, and leaves nothing behind in the language.
 * `sample`: how many in `npm test`; `meant`: texts by which a message means something that is there.
 */
export async function expectAnswered(
  router: object,
  { name, input }: Named,
  row: string,
  { sample, meant }: { readonly sample: number; readonly meant?: Meant },
): Promise<void> {
  const next = input ? unlike(hostileMessages(input, dice(20_261_125), meant), input) : () => undefined;
  const count = input ? inWhole(sample, MESSAGES) : inWhole(1, CALLS);
  const one = async (): Promise<void> => {
    const message = next();
    const begun = performance.now();
    const busy = process.cpuUsage();
    await ask(router, name, message);
    const { user, system } = process.cpuUsage(busy);
    const took = Math.min(performance.now() - begun, (user + system) / 1_000);
    expect(took, `${name} ${shown(message)}`).toBeLessThan(LONGEST_MS);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  };
  await trials(row, count, one, name);
}

/**
 * Messages of which few ask for the same: those that a procedure takes, and understands as it understood that many before
 * them, are left out for the next ones. Otherwise most of two thousand for opening a connection open the same one, a quarter
 * of a second each, and are nothing hostile at all.
 */
function unlike(next: () => unknown, input: z.ZodType): () => unknown {
  const asked = new Map<string, number>();
  const isOften = (message: unknown): boolean => {
    const taken = input.safeParse(message);
    if (!taken.success) return false;
    const said = inspect(taken.data, { depth: null, maxArrayLength: null, maxStringLength: null });
    const times = (asked.get(said) ?? 0) + 1;
    asked.set(said, times);
    return times > ALIKE;
  };
  return () => {
    let message = next();
    for (let thrown = 0; thrown < THROWS && isOften(message); thrown += 1) message = next();
    return message;
  };
}

const shown = (message: unknown): string => {
  try {
    return JSON.stringify(message).slice(0, 500);
  } catch {
    return 'what JSON cannot hold';
  }
};
