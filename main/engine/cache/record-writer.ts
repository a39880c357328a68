import type { ResourceName } from '../../../preload/contract/resources';
import type { Db } from '../sqlite/open-database';
import { digestOf } from './page-writer';
import type { Passes } from './passes';
import type { TableStatements } from './table-statements';

/**
 * Makes what puts single records into the cache and takes them out, at any time. While a pass over their list is under
 * way, what is written here counts more than the pages of the pass, which may be older: a pass neither undoes a put,
 * nor calls what was put gone, nor brings back what was removed.
 */
export function recordWriter(db: Db, passes: Passes, statements: (name: ResourceName) => TableStatements) {
  /** A pass that remembers what was not stored would be wrong. */
  const orForget = <R>(resource: ResourceName, write: () => R): R => {
    try {
      return write();
    } catch (error) {
      passes.forget(resource);
      throw error;
    }
  };

  const putAll = db.transaction((resource: ResourceName, raws: readonly string[]): { put: number } => {
    const on = statements(resource);
    const pass = passes.open(on);
    const generation = pass?.generation ?? on.generation.get(resource) ?? 0;
    const at = new Date().toISOString();
    let next = on.nextN.get() ?? 1;
    let put = 0;
    for (const raw of raws) {
      const extract = on.extract(raw);
      const drifted = extract.drift === null ? 0 : 1;
      if (extract.isNameless) continue;
      const digest = digestOf(raw);
      const known = on.find.get(extract.key);
      const n = known?.n ?? next++;
      if (known) {
        on.update(n, on.raw.get(n) ?? '{}', extract, raw, at);
        on.putState.run(digest, generation, drifted, n);
      } else {
        on.claim.run(n, extract.key, digest, generation, drifted);
        on.store(n, extract, raw, at);
      }
      pass?.written.add(extract.key, n, known?.generation === generation);
      put += 1;
    }
    pass?.order.readAgain();
    return { put };
  });

  const removeAll = db.transaction((resource: ResourceName, keys: readonly string[]): { removed: number } => {
    const on = statements(resource);
    const pass = passes.open(on);
    let removed = 0;
    for (const key of keys) {
      const known = on.find.get(key);
      if (known) {
        on.remove(known.n);
        removed += 1;
      }
      pass?.written.add(key, null, known !== undefined && known.generation === pass.generation);
    }
    pass?.order.readAgain();
    return { removed };
  });

  return {
    /**
     * Puts records as the service told them: new ones, or in the place of those with the same key. What has no key is
     * left out; the next refresh decides about it.
     */
    putRecords: (resource: ResourceName, raws: readonly string[]) =>
      orForget(resource, () => putAll(resource, raws)),
    /** Takes records out by their keys; keys that are not there are no error. */
    removeRecords: (resource: ResourceName, keys: readonly string[]) =>
      orForget(resource, () => removeAll(resource, keys)),
  };
}
