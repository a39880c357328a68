// Groups the modules of the bundled programs into files, so that a start reads few of them: the bundler alone makes
// one for every combination of lazily loaded parts that share a module.

/**
 * Returns a code splitting group for rolldown. It puts the modules that the programs in `starts` load at their start
 * into one file for each set of programs that share them; other modules are left to the bundler.
 * @param {Readonly<Record<string, string>>} roots each program's first module, by name
 * @param {readonly string[]} starts names of the programs whose start counts
 */
export function startChunks(roots, starts) {
  /** @type {Map<string, string[]> | undefined} names of the programs that load a module at their start, by its ID */
  let programsOf;
  return {
    // A module's imports are loaded by at least as many programs, so files never import each other.
    includeDependenciesRecursively: false,
    test: (id) => !Object.values(roots).includes(id),
    name: (id, context) => {
      programsOf ??= programsByModule(roots, context);
      const programs = programsOf.get(id) ?? [];
      return programs.some((program) => starts.includes(program)) ? `start-${programs.join('-')}` : null;
    },
  };
}

function programsByModule(roots, context) {
  const programs = new Map();
  for (const [program, root] of Object.entries(roots)) {
    const seen = new Set([root]);
    for (const id of seen)
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
    for (const id of seen) programs.set(id, [...(programs.get(id) ?? []), program]);
  }
  return programs;
}
