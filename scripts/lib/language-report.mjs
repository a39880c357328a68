// Counts deviations of code, tests and documents from house-style.mjs. Parses the texts, runs no code.
import path from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import {
  isLeftover,
  isOldFileName,
  isOldFunction,
  isOldName,
  MAX_DECISION_WORDS,
  MAX_TEST_LINES,
  MAX_TEST_TITLE,
  OLD_OPTIONS,
  phrasesIn,
} from './house-style.mjs';

const SCRIPT = /\.(ts|mjs|js)$/;
const TEST = /^test\/.*\.(test|spec|bench)\.ts$/;
const DOCUMENT = /^(README|CONTRIBUTING|CHANGELOG|SECURITY)\.md$|^(docs|\.github)\/.*\.md$/;
const DECISION = /^docs\/decisions\/\d{3}-.*\.md$/;

/** Returns true if the report includes a file. */
export const isReported = (file) =>
  /^(main|preload|renderer|scripts|test)\/.*\.(ts|mjs|js|svelte|css)$/.test(file) ||
  /^[\w.]+\.(ts|mjs|js)$/.test(file) ||
  DOCUMENT.test(file);

/** Returns a function that converts a position in the text to its line number. */
function lineFinder(text) {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1))
    starts.push(index + 1);
  return (position) => {
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** Blanks everything outside `start` to `end`, so that positions and lines match the whole file. */
const blankOutside = (text, start, end) =>
  text.slice(0, start).replace(/[^\n]/g, ' ') +
  text.slice(start, end) +
  text.slice(end).replace(/[^\n]/g, ' ');

const scriptSource = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** Returns start and end of each comment of a script. */
function commentsOfScript(source) {
  const { text } = source;
  const found = new Map();
  const add = (ranges) => ranges?.forEach(({ pos, end }) => found.set(pos, [pos, end]));
  const visit = (node) => {
    if (node.kind > ts.SyntaxKind.LastToken || node.kind === ts.SyntaxKind.Identifier) {
      const children = node.getChildren(source);
      if (children.length > 0) {
        children.forEach(visit);
        return;
      }
    }
    add(ts.getLeadingCommentRanges(text, node.pos));
    add(ts.getTrailingCommentRanges(text, node.end));
  };
  visit(source);
  return [...found.values()];
}

const BLOCK = /\/\*[\s\S]*?\*\//g;
const matches = (text, pattern, from = 0) =>
  [...text.matchAll(pattern)].map((match) => [from + match.index, from + match.index + match[0].length]);

/** Parses a component's scripts, and finds the comments of its scripts, markup and styles. */
function readComponent(file, text) {
  const root = parse(text, { modern: true });
  const sources = [root.instance, root.module]
    .filter(Boolean)
    .map(({ content }) => scriptSource(`${file}.ts`, blankOutside(text, content.start, content.end)));
  const markup = matches(text, /<!--[\s\S]*?-->/g);
  const styles = root.css ? matches(root.css.content.styles, BLOCK, root.css.content.start) : [];
  const comments = root.comments.map(({ start, end }) => [start, end]);
  return { sources, comments: [...comments, ...markup, ...styles] };
}

function readFile(file, text) {
  if (file.endsWith('.svelte')) return readComponent(file, text);
  if (file.endsWith('.css')) return { sources: [], comments: matches(text, BLOCK) };
  if (!SCRIPT.test(file)) return { sources: [], comments: [] };
  const source = scriptSource(file, text);
  return { sources: [source], comments: commentsOfScript(source) };
}

const isExported = (node) =>
  (ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined)?.some(
    ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
  ) ?? false;

/** Returns the exported names of a module. */
function exportedNames(source) {
  const names = [];
  for (const statement of source.statements) {
    if (!isExported(statement)) continue;
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name)) names.push(name.text);
      }
    else if (statement.name) names.push(statement.name.text);
  }
  return names;
}

/** Returns true if an identifier declares a function, a method or a member of a type. */
function declaresMember(node) {
  const { parent } = node;
  if (parent.name !== node) return false;
  if (ts.isVariableDeclaration(parent))
    return (
      parent.initializer !== undefined &&
      (ts.isArrowFunction(parent.initializer) || ts.isFunctionExpression(parent.initializer))
    );
  return ts.isFunctionDeclaration(parent) || ts.isTypeElement(parent) || ts.isClassElement(parent);
}

/**
 * Returns the lines with an old name or an old descriptor option, and the identifiers that are
 * certainly leftovers.
 */
function oldNameLines(file, source, lineOf) {
  const lines = new Set();
  const leftovers = new Set();
  const inContract = /^preload\/contract\/(resources\/|fields|resource\b)/.test(file);
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const option =
        inContract &&
        OLD_OPTIONS.has(node.text) &&
        (ts.isPropertyAssignment(node.parent) || ts.isPropertySignature(node.parent)) &&
        node.parent.name === node;
      const member = declaresMember(node) && isOldFunction(node.text);
      if (option || member || isOldName(node.text)) lines.add(lineOf(node.getStart(source)));
      if (isLeftover(node.text)) leftovers.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { lines, leftovers };
}

/** `testWithOwnApp` was `alone` in older commits. */
const TITLED = ['it', 'test', 'testWithOwnApp', 'alone', 'describe'];
/** Returns the names of test functions in a file; `import { test as fresh }` adds `fresh`. */
const titledIn = (source) =>
  new Set([
    ...TITLED,
    ...source.statements.flatMap((statement) => {
      const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
      if (!named || !ts.isNamedImports(named)) return [];
      return named.elements.flatMap(({ propertyName, name }) =>
        TITLED.includes(propertyName?.text) ? [name.text] : [],
      );
    }),
  ]);
/** Returns the leading name of a call: `test` for `test.skip` and `test.each(table)`. */
function calledName(node) {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return calledName(node.expression);
  if (ts.isCallExpression(node)) return calledName(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return calledName(node.tag);
  return undefined;
}

const isStep = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'step';

/** Returns the lines of a test's longest step, or those outside of its steps if they are more. */
function linesBySteps(test, source, lineOf) {
  const linesOfNode = (node) => lineOf(node.end) - lineOf(node.getStart(source)) + 1;
  const steps = [];
  const visit = (node) => {
    if (isStep(node)) steps.push(linesOfNode(node));
    else ts.forEachChild(node, visit);
  };
  ts.forEachChild(test, visit);
  const outside = linesOfNode(test) - steps.reduce((sum, lines) => sum + lines, 0);
  return Math.max(outside, ...steps);
}

/** Returns titles of tests, groups and steps, and the lines of each test; for one with steps, of its longest part. */
function testsOf(source, lineOf) {
  const found = [];
  const titled = titledIn(source);
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const name = calledName(node.expression);
      const [title, ...rest] = node.arguments;
      if (
        titled.has(name) &&
        title &&
        rest.length > 0 &&
        (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
      ) {
        const line = lineOf(node.getStart(source));
        const lines = name === 'describe' || isStep(node) ? 0 : linesBySteps(node, source, lineOf);
        found.push({ title: title.getText(source).slice(1, -1), line, lines });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const wordCount = (text) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** Returns each decision with its word count: a file, or a paragraph of the former docs/decisions.md. */
function decisionsOf(file, text) {
  if (DECISION.test(file)) return [{ line: 1, title: path.basename(file), words: wordCount(text) }];
  if (file !== 'docs/decisions.md') return [];
  const lineOf = lineFinder(text);
  const starts = matches(text, /^\*\*|^## /gm).map(([start]) => start);
  return starts.flatMap((start, index) => {
    const body = text.slice(start, starts[index + 1] ?? text.length);
    if (body.startsWith('## ')) return [];
    return [{ line: lineOf(start), title: body.slice(2, 60).split('\n')[0], words: wordCount(body) }];
  });
}

/** Returns the text of each comment line, without comment marks. */
function commentLines(text, comments, lineOf) {
  const lines = new Map();
  for (const [start, end] of comments) {
    const first = lineOf(start);
    text
      .slice(start, end)
      .split('\n')
      .forEach((line, index) => {
        const words = line.replace(/^\s*(\/\*+|\*+\/?|\/\/+|<!--)\s?|\s*(\*\/|-->)\s*$/g, '').trim();
        lines.set(first + index, words);
      });
  }
  return lines;
}

/** Returns the lines of a document without code. */
function proseLines(text) {
  let inCode = false;
  return text.split('\n').map((line) => {
    if (line.trimStart().startsWith('```')) inCode = !inCode;
    return inCode ? '' : line.replace(/`[^`]*`/g, '');
  });
}

/**
 * @typedef {'comments' | 'phrases' | 'names' | 'leftovers' | 'files' | 'exports' | 'titles' | 'tests' | 'documents' | 'decisions'} Finding
 */

/**
 * Counts one version of the repository, and lists the lines behind each count.
 * @param {Iterable<{ file: string, text: string }>} files
 * @returns {{ counts: [string, number][], places: Record<Finding, string[]> }}
 */
export function languageReport(files) {
  /** @type {Record<Finding, string[]>} */
  const places = {
    comments: [],
    phrases: [],
    names: [],
    leftovers: [],
    files: [],
    exports: [],
    titles: [],
    tests: [],
    documents: [],
    decisions: [],
  };
  const exporters = new Map();
  let longest = { title: '', at: '' };
  for (const { file, text } of files) {
    if (!isReported(file)) continue;
    const base = path.basename(file).replace(/\.(test|bench|spec|svelte)?\.?\w+$/, '');
    if (!DOCUMENT.test(file) && isOldFileName(base)) places.files.push(file);
    if (DOCUMENT.test(file)) {
      proseLines(text).forEach((line, index) => {
        const found = phrasesIn(line);
        if (found.length > 0)
          places.documents.push(`${file}:${index + 1}: ${line.trim()} [${found.join('; ')}]`);
      });
      for (const { line, title, words } of decisionsOf(file, text))
        if (words > MAX_DECISION_WORDS) places.decisions.push(`${file}:${line}: ${words} words: ${title}`);
      continue;
    }
    const { sources, comments } = readFile(file, text);
    const lineOf = lineFinder(text);
    for (const [line, words] of commentLines(text, comments, lineOf)) {
      places.comments.push(`${file}:${line}`);
      const found = phrasesIn(words);
      if (found.length > 0) places.phrases.push(`${file}:${line}: ${words} [${found.join('; ')}]`);
    }
    const lines = text.split('\n');
    for (const source of sources) {
      const old = oldNameLines(file, source, lineOf);
      for (const line of old.lines) places.names.push(`${file}:${line}: ${lines[line - 1].trim()}`);
      for (const name of old.leftovers) places.leftovers.push(`${file}: ${name}`);
      // Not counted: a component's exports, which are its methods, and `test`, which is extended per fixture.
      const names = file.endsWith('.svelte') ? [] : exportedNames(source).filter((name) => name !== 'test');
      for (const name of new Set(names)) exporters.set(name, [...(exporters.get(name) ?? []), file]);
      if (!TEST.test(file)) continue;
      for (const test of testsOf(source, lineOf)) {
        const at = `${file}:${test.line}`;
        const found = phrasesIn(test.title);
        if (found.length > 0) places.phrases.push(`${at}: ${test.title} [${found.join('; ')}]`);
        if (test.title.length > longest.title.length) longest = { title: test.title, at };
        if (test.title.length > MAX_TEST_TITLE)
          places.titles.push(`${at}: ${test.title.length}: ${test.title}`);
        if (test.lines > MAX_TEST_LINES) places.tests.push(`${at}: ${test.lines} lines: ${test.title}`);
      }
    }
  }
  for (const [name, where] of exporters)
    if (where.length > 1) places.exports.push(`${name}: ${where.join(', ')}`);
  return {
    places,
    counts: [
      ['comment lines', places.comments.length],
      ['comments and test titles with a phrase to avoid, lines', places.phrases.length],
      ['documents with a phrase to avoid, lines', places.documents.length],
      ['code with an old name, lines', places.names.length],
      ['identifiers that are certainly leftovers', places.leftovers.length],
      ['files with an old name', places.files.length],
      ['exported names defined more than once', places.exports.length],
      ['longest test title, characters', longest.title.length],
      [`test titles over ${MAX_TEST_TITLE} characters`, places.titles.length],
      [`tests over ${MAX_TEST_LINES} lines`, places.tests.length],
      [`decisions over ${MAX_DECISION_WORDS} words`, places.decisions.length],
    ],
  };
}
