// Measures the structure of the sources: sizes, imports, cycles, effects and repeated lines. Reads texts only.
import path from 'node:path';
import ts from 'typescript';
import { repoPath, readIfExists } from './project.mjs';

const PRODUCT = /^(main|preload|renderer)\//;
const FOLDERS = {
  contract: /^preload\//,
  'app process': /^main\/(?!engine\/|demo\/|common\/)/,
  engine: /^main\/engine\//,
  'demo service': /^main\/demo\//,
  'shared by processes': /^main\/common\//,
  renderer: /^renderer\//,
  tests: /^test\//,
  scripts: /^scripts\//,
};
const MAX_LINES = [60, 80];
/** Modules that every feature has under the same name, and that its index or manifest imports. */
const FIXED_NAMES = /\/(feature|migrations|router|index)\.ts$/;
/** Shortest run of repeated lines that counts. */
const REPEATED_LINES = 8;

/** Returns true if the report includes a file. */
export const isMeasured = (file) =>
  /^(main|preload|renderer|scripts|test)\/.*\.(ts|mjs|js|svelte|css)$/.test(file);

const lineCount = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
const STYLE = /<style[^>]*>\n?([\s\S]*?)<\/style>/g;
const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;

/** Returns the lines of CSS: of a stylesheet, or between the style tags of a component. */
function cssLines({ file, text }) {
  if (file.endsWith('.css')) return lineCount(text);
  if (!file.endsWith('.svelte')) return 0;
  return [...text.matchAll(STYLE)].reduce((sum, [, css]) => sum + lineCount(css), 0);
}

/** Returns the scripts of a file as one text. */
const codeOf = ({ file, text }) =>
  file.endsWith('.svelte') ? [...text.matchAll(SCRIPT)].map(([, script]) => script).join('\n') : text;
const sourceOf = (text) => ts.createSourceFile(`${text.file}.ts`, codeOf(text), ts.ScriptTarget.Latest, true);

/** Returns the modules that a text imports, exports from or loads, as written, but not those that it augments. */
function importsOf(code) {
  const { importedFiles } = ts.preProcessFile(code, true, true);
  return importedFiles
    .filter(({ pos }) => !/\bmodule\s+$/.test(code.slice(0, pos)))
    .map(({ fileName }) => fileName);
}

const PACKAGE_PATHS = Object.fromEntries(
  Object.entries(JSON.parse(readIfExists(repoPath('package.json')) ?? '{}').imports)
    .filter(([name]) => name.endsWith('/*'))
    .map(([name, file]) => [name.slice(0, -1), file.slice(2, -'*.ts'.length)]),
);
const ENDINGS = ['', '.ts', '.svelte.ts', '/index.ts', '.mjs', '.js'];

/** Returns the file that an import leads to; undefined for packages. */
function resolveImport(from, name, files) {
  const prefix = Object.keys(PACKAGE_PATHS).find((alias) => name.startsWith(alias));
  const target = prefix
    ? name.replace(prefix, PACKAGE_PATHS[prefix])
    : name.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), name)
      : undefined;
  if (target === undefined) return undefined;
  const ending = ENDINGS.find((suffix) => files.has(target + suffix));
  return ending === undefined ? undefined : target + ending;
}

const importsIn = (text, files) =>
  importsOf(codeOf(text)).map((name) => ({
    file: text.file,
    name,
    target: resolveImport(text.file, name, files),
  }));

/** Returns the modules of the product that each of them imports. */
function importGraph(product, imports) {
  const graph = new Map(product.map(({ file }) => [file, new Set()]));
  for (const { file, target } of imports)
    if (target !== file && graph.has(target)) graph.get(file)?.add(target);
  return graph;
}

/** Returns the functions of a source with their length in lines; a function inside another counts for both. */
function functionLines(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const { line: first } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const { line: last } = source.getLineAndCharacterOfPosition(node.end);
      const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      found.push({ name: name?.getText(source) ?? 'a callback', lines: last - first + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the groups of modules that import each other in a circle (Tarjan's algorithm), as texts. */
function cyclesOf(graph) {
  const state = new Map();
  const stack = [];
  const cycles = [];
  const visit = (file) => {
    const entry = { index: state.size, low: state.size, isOnStack: true };
    state.set(file, entry);
    stack.push(file);
    for (const to of graph.get(file) ?? []) {
      const visited = state.get(to);
      if (!visited) entry.low = Math.min(entry.low, visit(to).low);
      else if (visited.isOnStack) entry.low = Math.min(entry.low, visited.index);
    }
    if (entry.low === entry.index) {
      const group = stack.splice(stack.indexOf(file));
      for (const member of group) state.get(member).isOnStack = false;
      if (group.length > 1) cycles.push(group.sort((a, b) => (a < b ? -1 : 1)));
    }
    return entry;
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file);
  return cycles.map((group) => group.join(' ↔ '));
}

/**
 * Returns the import cycles of the product in `texts`, types included.
 * @param {readonly { file: string, text: string }[]} texts
 * @returns {string[]}
 */
export function importCycles(texts) {
  const product = texts.filter(({ file }) => PRODUCT.test(file));
  const files = new Set(product.map(({ file }) => file));
  const imports = product.flatMap((text) => importsIn(text, files));
  return cyclesOf(importGraph(product, imports));
}

/** Returns the lines of code that belong to runs of REPEATED_LINES or more in two places. */
function repeatedLines(texts) {
  const places = new Map();
  for (const { file, text } of texts) {
    const lines = text
      .split('\n')
      .map((line, index) => ({ code: line.trim(), number: index + 1 }))
      .filter(({ code }) => /\w/.test(code) && !/^(import|export \{|\/\/|\*|\/\*)|^\} from /.test(code));
    for (let start = 0; start + REPEATED_LINES <= lines.length; start += 1) {
      const run = lines.slice(start, start + REPEATED_LINES);
      const key = run.map(({ code }) => code).join('\n');
      places.set(key, [...(places.get(key) ?? []), { file, run }]);
    }
  }
  const repeated = new Set();
  for (const found of places.values())
    if (found.length > 1)
      for (const { file, run } of found) for (const { number } of run) repeated.add(`${file}:${number}`);
  return [...repeated];
}

/** Returns a line per module with its importers. */
const importerLines = (modules) => modules.map(([file, users]) => `${file}: ${[...users].join()}`).sort();

/**
 * Returns the measures of `texts` (`{ file, text }`) as `counts`, and the `places` that make them up.
 * Sizes are in lines; cycles include imports of types.
 * @param {readonly { file: string, text: string }[]} texts
 * @returns {{ counts: [string, number][], places: Record<'functions' | 'singleImporter' | 'untested' | 'deepImports' | 'cycles' | 'repeated', string[]> }}
 */
export function structureReport(texts) {
  const files = new Set(texts.map(({ file }) => file));
  const product = texts.filter(({ file }) => PRODUCT.test(file));
  const imports = texts.flatMap((text) => importsIn(text, files));
  const graph = importGraph(product, imports);
  const importers = new Map();
  const tested = new Set(imports.filter(({ file }) => !PRODUCT.test(file)).map(({ target }) => target));
  for (const [file, targets] of graph)
    for (const target of targets) importers.set(target, (importers.get(target) ?? new Set()).add(file));
  const functions = product.flatMap((text) =>
    functionLines(sourceOf(text)).map((measured) => ({ file: text.file, ...measured })),
  );
  const over = (limit) => functions.filter(({ lines }) => lines > limit).sort((a, b) => b.lines - a.lines);
  const usesIn = (measured, pattern) =>
    measured.reduce((sum, { text }) => sum + (text.match(pattern) ?? []).length, 0);
  const uses = (pattern) => usesIn(product, pattern);
  // Other modules have methods of the same name.
  const watching = product.filter(({ text }) => text.includes("/watch.svelte'"));
  const deepImports = imports.filter(({ name }) => name.startsWith('../../../'));
  const singleImporter = [...importers].filter(([, users]) => users.size === 1);
  const untested = singleImporter.filter(
    ([file]) => file.endsWith('.ts') && !FIXED_NAMES.test(file) && !tested.has(file),
  );
  const cycles = cyclesOf(graph);
  const repeated = repeatedLines(product);
  const totalLines = (measured) => measured.reduce((total, { text }) => total + lineCount(text), 0);
  const ofFolder = (pattern) => texts.filter(({ file }) => pattern.test(file));
  return {
    counts: [
      ['product files', product.length],
      ['product lines', totalLines(product)],
      ...Object.entries(FOLDERS).flatMap(([name, pattern]) => [
        [`  ${name}, files`, ofFolder(pattern).length],
        [`  ${name}, lines`, totalLines(ofFolder(pattern))],
      ]),
      ['lines of CSS', product.reduce((total, text) => total + cssLines(text), 0)],
      ...MAX_LINES.map((limit) => [`functions over ${limit} lines`, over(limit).length]),
      ['modules with a single importer', singleImporter.length],
      ['  of them TypeScript that no test imports', untested.length],
      ['relative imports of three or more levels', deepImports.length],
      ['import cycles, types included', cycles.length],
      ['uses of $effect', uses(/\$effect\b/g)],
      // Each of these makes an effect too.
      ['uses of watch and watchStream', usesIn(watching, /(?<![.#\w])watch(?:Stream)?\(/g)],
      ['uses of LatestResponse', uses(/\bnew LatestResponse\b/g)],
      ['uses of untrack', uses(/\buntrack\(/g)],
      ['uses of dependsOn', uses(/\bdependsOn\(/g)],
      [`product lines in repeated runs of ${REPEATED_LINES}`, repeated.length],
    ],
    places: {
      functions: over(MAX_LINES[0]).map(({ file, name, lines }) => `${lines} ${file}: ${name}`),
      singleImporter: importerLines(singleImporter),
      untested: importerLines(untested),
      deepImports: deepImports.map(({ file, name }) => `${file}: ${name}`),
      cycles,
      repeated,
    },
  };
}
