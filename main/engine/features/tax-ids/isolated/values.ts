import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type {
  KnownValue,
  valuesContract,
  ExportLine,
  ShownRow,
} from '#contract/features/tax-ids/values-page';
import { fail, failureOf } from '#contract/failure';
import type { HelperProcesses } from '#engine/connection/helper-processes';
import type { Service } from '#engine/service/client';

/** The engine's view of plain values, by token. They are held in a separate process (`ValueHolder`). */
export interface PlainValues {
  /** Exchanges tokens and holds the values of the tokens in `keep`. The response contains no values. */
  exchange(
    tokens: readonly string[],
    keep: readonly string[],
    signal: AbortSignal,
  ): Promise<(KnownValue | null)[]>;
  release(tokens: readonly string[]): void;
  /** Gives values to the page that shows them; the window finds the page by the returned ID. */
  show(rows: readonly ShownRow[]): Promise<string>;
  /** Copies one line per token to the clipboard; null is a blank line. */
  copy(tokens: readonly (string | null)[]): Promise<void>;
  write(file: string, rows: readonly ExportLine[]): Promise<void>;
  /** Ends the process, and with it every value. */
  end(): void;
}

type Client = ContractRouterClient<typeof valuesContract>;

/**
 * Starts a process for plain values. Its calls reject with `canceled` after it was ended and with
 * `engine-lost` after it died.
 */
export function startValuesProcess(
  processes: HelperProcesses,
  service: Pick<Service, 'runInOtherProcess'>,
): PlainValues {
  const { id, port, end } = processes.start();
  let isEnded = false;
  let hasDied = false;
  const client = port.then((opened) => {
    opened.on('close', () => (hasDied = true));
    return createORPCClient<Client>(new RPCLink({ port: opened }));
  });
  client.catch(() => undefined); // each call reports it; after a refused exchange there may be no call
  const withClient = async <T>(work: (holder: Client) => Promise<T>): Promise<T> => {
    try {
      return await work(await client);
    } catch (error) {
      if (isEnded) throw fail('canceled');
      const { kind, ...facts } = failureOf(error);
      throw hasDied ? fail('engine-lost') : fail(kind, facts);
    }
  };
  return {
    exchange: (tokens, keep, signal) =>
      service.runInOtherProcess((access) =>
        withClient((holder) => holder.exchange({ access, tokens: [...tokens], keep: [...keep] }, { signal })),
      ),
    // A process that cannot be reached holds no values.
    release: (tokens) => void withClient((holder) => holder.release([...tokens])).catch(() => undefined),
    show: async (rows) => {
      await withClient((holder) => holder.show([...rows]));
      return id;
    },
    copy: (tokens) => withClient((holder) => holder.copy([...tokens])),
    write: (file, rows) => withClient((holder) => holder.write({ file, rows: [...rows] })),
    end: () => {
      isEnded = true;
      end();
    },
  };
}
