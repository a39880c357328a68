// Groups the modules of the bundled programs and pages into files, so that a start reads few of them: the bundler alone
// makes one for every combination of lazily loaded parts that share a module.

/**
 * Returns a code splitting group for rolldown. It puts the modules that the programs in `starts` load at their start
 * into one file for each set of programs that load them.
 * @param {Readonly<Record<string, string>>} roots the first module of every program, by name: one that is left out
 *   would load the files of others, with modules that it cannot run
 * @param {readonly string[]} starts names of the programs whose start counts
 * @param {string | null} rest name of one file for all other modules; null leaves them to the bundler
 */
export function startChunks(roots, starts, rest = null) {
  /** @type {Map<string, { starting: string[], later: string[] }> | undefined} the programs that load a module, by its ID */
  let loads;
  return {
    // A module's imports are loaded by at least as many programs, so files never import each other.
    includeDependenciesRecursively: false,
    test: (id) => !Object.values(roots).includes(id),
    name: (id, context) => {
      loads ??= loadsByModule(roots, context);
      const { starting, later } = loads.get(id) ?? { starting: [], later: [] };
      if (!starting.some((program) => starts.includes(program))) return rest;
      return ['start', ...starting, ...(later.length > 0 ? ['later', ...later] : [])].join('-');
    },
  };
}

function loadsByModule(roots, context) {
  const loads = new Map();
  for (const [program, root] of Object.entries(roots)) {
    const starting = reachable(root, (id) => context.getModuleInfo(id)?.importedIds ?? []);
    const all = reachable(root, (id) => {
      const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
      return [...importedIds, ...dynamicallyImportedIds];
    });
    for (const id of all) {
      const found = loads.get(id) ?? { starting: [], later: [] };
      found[starting.has(id) ? 'starting' : 'later'].push(program);
      loads.set(id, found);
    }
  }
  return loads;
}

function reachable(root, importsOf) {
  const seen = new Set([root]);
  for (const id of seen) for (const imported of importsOf(id)) seen.add(imported);
  return seen;
}
