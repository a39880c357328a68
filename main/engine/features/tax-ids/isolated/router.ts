import { implement } from '@orpc/server';
import { valuesContract } from '#contract/features/tax-ids/values-page';
import { declareFailures } from '#common/rpc';
import type { ValueHolder } from './holder';

/** Handles the engine's calls to the process that holds plain values. */
export function valuesRouter(holder: ValueHolder) {
  const os = implement(valuesContract).use(declareFailures);
  return os.router({
    exchange: os.exchange.handler(({ input: { access, tokens, keep }, signal }) =>
      holder.exchange(access, tokens, keep, signal),
    ),
    release: os.release.handler(({ input }) => holder.release(input)),
    show: os.show.handler(({ input }) => holder.show(input)),
    copy: os.copy.handler(({ input }) => holder.copy(input)),
    write: os.write.handler(({ input }) => holder.write(input.file, input.rows)),
  });
}
