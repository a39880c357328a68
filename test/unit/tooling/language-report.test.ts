import { expect, test } from 'vitest';
import { isOldFileName, isOldName, phrasesIn } from '../../../scripts/lib/house-style.mjs';
import { languageReport } from '../../../scripts/lib/language-report.mjs';

const report = (texts: Record<string, string>) => {
  const { counts, places } = languageReport(Object.entries(texts).map(([file, text]) => ({ file, text })));
  return { counts: new Map(counts), places };
};

test('counts comment lines of scripts, components and styles', () => {
  const { counts } = report({
    'main/a.ts':
      '// one\nconst text = "// none";\n/**\n * three\n */\nexport const b = `${/* one */ text}`;\n',
    'renderer/A.svelte':
      '<script>\n  // one\n</script>\n\n<!-- one -->\n<p>/* none */</p>\n\n<style>\n  /* one */\n</style>\n',
    'renderer/a.css': '/* two\n   lines */\n',
  });
  expect(counts.get('comment lines')).toBe(1 + 3 + 1 + 3 + 2);
});

test('finds phrases in comments, test titles and documents, and no phrases in code', () => {
  const { places } = report({
    'main/a.ts': 'const whoever = "whoever";\n// Whoever waits is told.\n',
    'test/unit/a.test.ts': "test('so that nobody waits', () => {});\n",
    'docs/a.md': 'Run `whoever`.\n\nNobody waits.\n',
  });
  expect(places.phrases.map((line) => line.slice(0, 22))).toEqual([
    'main/a.ts:2: Whoever w',
    'test/unit/a.test.ts:1:',
  ]);
  expect(places.documents.map((line) => line.slice(0, 11))).toEqual(['docs/a.md:3']);
});

test('counts a name that two files export once, and lists both files', () => {
  const { places } = report({
    'main/a.ts': 'export interface Job {}\nexport const Job = 1;\n',
    'main/b.ts': 'export class Job {}\n',
    'main/c.ts': "const Job = 1;\nexport * from './a';\n",
  });
  expect(places.exports).toEqual(['Job: main/a.ts, main/b.ts']);
});

test('measures test titles and the lines of a test, not those of a group', () => {
  const body = '\n'.repeat(60);
  const { counts, places } = report({
    'test/unit/a.test.ts': `describe('group', () => {\n  test.each([1])('${'t'.repeat(91)}', () => {${body}});\n});\n`,
  });
  expect(counts.get('longest test title, characters')).toBe(91);
  expect(places.titles).toHaveLength(1);
  expect(places.tests.map((line) => line.split(': ')[1])).toEqual(['61 lines']);
});

test('finds tests under the name that a file imports them by', () => {
  const source =
    "import { test as fresh } from './app';\nfresh('starts', () => {});\nother('is no test', () => {});\n";
  expect(report({ 'test/e2e/a.test.ts': source }).counts.get('longest test title, characters')).toBe(6);
});

test('counts the words of each decision, in files and in the former single document', () => {
  const words = 'word '.repeat(201);
  const { places } = report({
    'docs/decisions/001-long.md': words,
    'docs/decisions/002-short.md': 'word '.repeat(200),
    'docs/decisions.md': `# Decisions\n\n**Long.** ${words}\n\n## Part\n\n**Short.** word\n`,
  });
  expect(places.decisions.map((line) => line.split(': ')[0])).toEqual([
    'docs/decisions/001-long.md:1',
    'docs/decisions.md:3',
  ]);
});

test.each([
  'mayGoOn',
  'MAY_GO_ON',
  'OrdersAhead',
  'setAside',
  'MOST_ROWS',
  'SOON_MS',
  'Part',
  'SenderParts',
  'isWhole',
])('recognizes %s as an old name', (name) => expect(isOldName(name)).toBe(true));
test.each(['almost', 'remarkable', 'dateParts', 'MAX_ROWS', 'isComplete', 'passes', 'soonest', 'lines'])(
  'accepts %s as a name',
  (name) => expect(isOldName(name)).toBe(false),
);

test('counts an old name of a function or a member, but not of a variable that holds a value', () => {
  const source =
    'const seen = new Set();\nfunction kept() {}\ninterface A {\n  gone: number;\n}\nconst later = () => 1;\n';
  const { places } = report({ 'main/a.ts': source });
  expect(places.names.map((line) => line.split(': ')[0])).toEqual([
    'main/a.ts:2',
    'main/a.ts:4',
    'main/a.ts:6',
  ]);
});

test('recognizes file names of the glossary', () => {
  expect(['words', 'failure-words', 'right-of-way', 'messages', 'passing'].filter(isOldFileName)).toEqual([
    'words',
    'failure-words',
    'right-of-way',
  ]);
});

test('names the habits of speech in a line', () => {
  expect(phrasesIn('What is stored meanwhile, nobody reads')).toEqual([
    'nobody, somebody',
    'what is …, is …',
    'meanwhile',
  ]);
  expect(phrasesIn('Retries once if the file was replaced.')).toEqual([]);
});

test('counts the longest part of a test that has steps', () => {
  const stepOf = (lines: number) => `await test.step('x', async () => {\n${'act();\n'.repeat(lines)}});\n`;
  const countOver60 = (steps: string) =>
    report({ 'test/e2e/a.test.ts': `test('a', async () => {\n${steps}});` }).counts.get(
      'tests over 60 lines',
    );
  expect(countOver60(stepOf(40).repeat(3))).toBe(0);
  expect(countOver60(stepOf(40) + stepOf(60))).toBe(1);
});
