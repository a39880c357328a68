import { isContractProcedure } from '@orpc/contract';
import { call, ORPCError, type AnyProcedure } from '@orpc/server';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { z } from 'zod';
import { seededRandom, sampleOrAll, runTrials } from '../trial-report';
import { hostileMessages, type ReferenceTexts } from './hostile-messages';

const MESSAGES = 2_000;
/** Number of calls of a procedure without input. */
const CALLS = 3;
/** Maximum number of messages with the same meaning per procedure. */
const MAX_SAME_MEANING = 3;
/**
 * After this many skipped messages one is sent anyway: a procedure that accepts anything has no other
 * messages.
 */
const MAX_SKIPPED = 500;
/** Maximum time for one message: elapsed or CPU time, whichever is less, because the machine may be busy. */
const MAX_BUSY_MS = 2_000;
/** Timeout per procedure; long in `npm run faults`, which sends all messages on a machine that may be busy. */
export const PROCEDURE_TIMEOUT_MS = sampleOrAll(60_000, 3_600_000);

export interface NamedProcedure {
  readonly name: string;
  readonly input: z.ZodType | undefined;
}
/** Returns every procedure of a contract, by its path. */
export function proceduresOf(contract: object, prefix = ''): NamedProcedure[] {
  return Object.entries(contract).flatMap(([key, value]: [string, unknown]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (!isContractProcedure(value)) return proceduresOf(value as object, name);
    return [{ name, input: value['~orpc'].inputSchema as z.ZodType | undefined }];
  });
}

/** Calls a procedure of a router; a stream is closed after its first value, or after 5 ms without one. */
async function callHandler(router: object, name: string, message: unknown): Promise<void> {
  const procedure = name
    .split('.')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], router) as AnyProcedure;
  const abort = new AbortController();
  try {
    const path = name.split('.');
    const response: unknown = await call(procedure, message, { signal: abort.signal, context: {}, path });
    if (typeof response === 'object' && response !== null && Symbol.asyncIterator in response) {
      const values = (response as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      const timeout = new Promise((done) => setTimeout(done, 5));
      await Promise.race([values.next(), timeout]);
      abort.abort();
      await values.return?.();
    }
  } catch (error) {
    // Declared, or refused by validation; a response that does not match the contract would be neither.
    expect(error).toBeInstanceOf(ORPCError);
    expect(['FAILED', 'BAD_REQUEST']).toContain((error as ORPCError<string, unknown>).code);
  } finally {
    abort.abort();
  }
}

/**
 * Sends a procedure hostile messages, 2,000 in `npm run faults`: each is answered in time, and pollutes no
 * prototype. `sample`: their number in `npm test`; `references`: texts with which a message refers to existing
 * data.
 */
export async function expectAnswered(
  router: object,
  { name, input }: NamedProcedure,
  row: string,
  { sample, references }: { readonly sample: number; readonly references?: ReferenceTexts },
): Promise<void> {
  const next = input
    ? skipRepeats(hostileMessages(input, seededRandom(20_261_125), references), input)
    : () => undefined;
  const count = input ? sampleOrAll(sample, MESSAGES) : sampleOrAll(1, CALLS);
  const callOnce = async (): Promise<void> => {
    const message = next();
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    await callHandler(router, name, message);
    const { user, system } = process.cpuUsage(cpuBefore);
    const tookMs = Math.min(performance.now() - startedAt, (user + system) / 1_000);
    expect(tookMs, `${name} ${excerpt(message)}`).toBeLessThan(MAX_BUSY_MS);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  };
  await runTrials(row, count, callOnce, name);
}

/**
 * Returns messages with few of the same meaning: skips those that parse like `MAX_SAME_MEANING` earlier ones.
 * Otherwise most of 2,000 messages would open the same connection, a quarter of a second each, and not be
 * hostile at all.
 */
function skipRepeats(next: () => unknown, input: z.ZodType): () => unknown {
  const repeats = new Map<string, number>();
  const isRepeat = (message: unknown): boolean => {
    const parsed = input.safeParse(message);
    if (!parsed.success) return false;
    const printed = inspect(parsed.data, { depth: null, maxArrayLength: null, maxStringLength: null });
    const times = (repeats.get(printed) ?? 0) + 1;
    repeats.set(printed, times);
    return times > MAX_SAME_MEANING;
  };
  return () => {
    let message = next();
    for (let skipped = 0; skipped < MAX_SKIPPED && isRepeat(message); skipped += 1) message = next();
    return message;
  };
}

const excerpt = (message: unknown): string => {
  try {
    return JSON.stringify(message).slice(0, 500);
  } catch {
    return 'a value that JSON cannot represent';
  }
};
