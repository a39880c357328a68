import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Files with sentences of documents that the engine writes; screens use most of these sentences too. */
const SHARED_SENTENCES = [
  'main/engine/features/period/verify-text.ts',
  'preload/contract/features/incident-report/messages.ts',
  'preload/contract/features/period/messages.ts',
  'preload/contract/features/reconcile/messages.ts',
];
/** A descriptor is the source of its fields' labels. */
const DESCRIPTORS = 'preload/contract/resources/';

const ROOTS = ['main/engine', 'preload/contract'];

const files = ROOTS.flatMap((root) =>
  fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(root, file.replaceAll('\\', '/'))),
).filter((file) => file.endsWith('.ts') && !SHARED_SENTENCES.includes(file) && !file.startsWith(DESCRIPTORS));

/** True for two or more words that begin with a capital, a quote or a value and end with `.` or `!`. */
const isSentence = (text: string): boolean => /^[A-Z“…][^\n]*[a-z,…”] [^\n]*[.!]$/.test(text.trim());

function literalText(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** Errors for developers appear in the log only, never on the screen. */
const isDeveloperError = (node: ts.Node): boolean =>
  ts.isNewExpression(node.parent) && /Error$|^DOMException$/.test(node.parent.expression.getText());

function sentencesIn(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = literalText(node);
    if (text !== null && isSentence(text) && !isDeveloperError(node)) found.push(`${file}: ${text}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

it('engine and contract contain codes and facts, no sentences for the user', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((file) => sentencesIn(file, fs.readFileSync(file, 'utf8')))).toEqual([]);
});

it('finds a sentence in the engine, but not an error for developers', () => {
  const source = [
    "throw fail('refused', { reasons: ['There is nothing in the list.'] });",
    'remarks.push(`${entry} was left out.`);',
    "throw new Error('The key must be 64 hex digits.');",
    "db.prepare('DELETE FROM run WHERE id = ?');",
  ].join('\n');
  expect(sentencesIn('x.ts', source)).toEqual([
    'x.ts: There is nothing in the list.',
    'x.ts: … was left out.',
  ]);
});
