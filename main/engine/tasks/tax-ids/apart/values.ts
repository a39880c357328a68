import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type {
  KnownValue,
  valuesContract,
  WantedCells,
  WantedRow,
} from '../../../../../preload/contract/calls/values';
import { fail, failureOf } from '../../../../../preload/contract/failure';
import type { OtherProcesses } from '../../../connection/other-processes';
import type { Service } from '../../../service/client';

/** Plain values as the engine knows them: by their tokens. They are in a process of their own (`Holder`). */
export interface Values {
  /** Exchanges tokens; the values of `keep` are held. What is told holds none. */
  ask(
    tokens: readonly string[],
    keep: readonly string[],
    signal: AbortSignal,
  ): Promise<(KnownValue | null)[]>;
  release(tokens: readonly string[]): void;
  /** Hands values to the page that shows them; by the answer the window finds it. */
  show(rows: readonly WantedRow[]): Promise<string>;
  /** Onto the clipboard, a line for each token; null: a blank one. */
  copy(tokens: readonly (string | null)[]): Promise<void>;
  write(file: string, rows: readonly WantedCells[]): Promise<void>;
  /** Ends the process, and every value with it. */
  end(): void;
}

type Client = ContractRouterClient<typeof valuesContract>;

/** Starts a process for values. Its calls reject as `canceled` once it was ended, and as `engine-lost` where it died. */
export function valuesApart(processes: OtherProcesses, service: Pick<Service, 'elsewhere'>): Values {
  const { id, port, end } = processes.start();
  let isEnded = false;
  let hasDied = false;
  const client = port.then((opened) => {
    opened.on('close', () => (hasDied = true));
    return createORPCClient<Client>(new RPCLink({ port: opened }));
  });
  const asked = async <T>(work: (its: Client) => Promise<T>): Promise<T> => {
    try {
      return await work(await client);
    } catch (error) {
      if (isEnded) throw fail('canceled');
      const { kind, ...facts } = failureOf(error);
      throw hasDied ? fail('engine-lost') : fail(kind, facts);
    }
  };
  return {
    ask: (tokens, keep, signal) =>
      service.elsewhere((as) =>
        asked((its) => its.ask({ as, tokens: [...tokens], keep: [...keep] }, { signal })),
      ),
    // What cannot be told any more holds nothing any more.
    release: (tokens) => void asked((its) => its.release([...tokens])).catch(() => undefined),
    show: async (rows) => {
      await asked((its) => its.show([...rows]));
      return id;
    },
    copy: (tokens) => asked((its) => its.copy([...tokens])),
    write: (file, rows) => asked((its) => its.write({ file, rows: [...rows] })),
    end: () => {
      isEnded = true;
      end();
    },
  };
}
