import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it as anyIt } from 'vitest';
import { MAX_DECISION_WORDS, phrasesIn } from '../../../scripts/lib/house-style.mjs';
import { hasGit } from '../../support/programs';

const it = anyIt.skipIf(!hasGit);

const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
const tracked = (hasGit ? execFileSync('git', args, { encoding: 'utf8' }) : '')
  .split('\n')
  .filter((file) => fs.existsSync(file));
const documents = tracked.filter((file) => /^[^/]+\.md$|^(docs|\.github)\/.*\.md$/.test(file));
const decisions = documents.filter((file) => /^docs\/decisions\/\d/.test(file));

const readText = (file: string) => fs.readFileSync(file, 'utf8');
const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '');

/** Files and folders that a document names: relative links, and paths in code from the top of the repository. */
const linksIn = (file: string) =>
  [...withoutCode(readText(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|#)/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(file), target.replace(/#.*$/, '')));
const pathsIn = (file: string) =>
  [
    ...readText(file).matchAll(
      /`((?:main|preload|renderer|resources|scripts|test|docs|\.ci|\.github)\/[\w./@-]+)`/g,
    ),
  ].map(([, target = '']) => target);

it('keeps every decision to a date, four sections and 200 words', () => {
  expect(decisions.length).toBeGreaterThan(100);
  for (const file of decisions) {
    const text = readText(file);
    const number = path.posix.basename(file).slice(0, 3);
    expect.soft(text, file).toMatch(new RegExp(`^# ${number}\\. \\S.+\\n\\nDate: 20\\d\\d-\\d\\d-\\d\\d\\n`));
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect.soft(sections, file).toEqual(['Context', 'Decision', 'Alternatives', 'Consequences']);
    expect.soft(text, file).not.toMatch(/^## .+\n\n(?=## |$(?![\s\S]))/m); // no section is empty
    const words = text.split(/\s+/).filter((word) => /\w/.test(word)).length;
    expect.soft(words, file).toBeLessThanOrEqual(MAX_DECISION_WORDS);
  }
});

it('numbers decisions once and lists each with its title and date', () => {
  const numbers = decisions.map((file) => path.posix.basename(file).slice(0, 3));
  expect(new Set(numbers).size).toBe(numbers.length);
  const rows = [
    ...readText('docs/decisions/README.md').matchAll(/^\| (\d{3}) \| \[(.+?)\]\((.+?)\) *\| (\S+) +\|$/gm),
  ];
  const listed = rows.map(([, number, title, name, date]) => [
    name,
    `# ${number}. ${title}`,
    `Date: ${date}`,
  ]);
  expect(listed).toEqual(
    decisions.map((file) => {
      const [title = '', , date = ''] = readText(file).split('\n');
      return [path.posix.basename(file), title, date];
    }),
  );
});

it.each(documents)('%s links to files that exist', (file) => {
  expect([...linksIn(file), ...pathsIn(file)].filter((target) => !fs.existsSync(target))).toEqual([]);
});

it('names only decisions that exist, in comments', () => {
  const sources = tracked.filter(
    (file) => /\.(ts|svelte|mjs|js|json)$/.test(file) && !file.startsWith('test/unit/tooling/'),
  );
  const named = sources.flatMap((file) =>
    [...readText(file).matchAll(/docs\/decisions[\w./-]*/g)].map(([target]) => ({
      file,
      target: target.replace(/\.$/, ''),
    })),
  );
  expect(named.length).toBeGreaterThan(3);
  // The former single document, whose decisions scripts/lib/language-report.mjs still counts in old commits.
  const missing = named.filter(({ target }) => !fs.existsSync(target) && target !== 'docs/decisions.md');
  expect(missing).toEqual([]);
});

it('names only scripts of package.json', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const named = documents.flatMap((file) =>
    [...readText(file).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, script = '']) => ({
      file,
      script,
    })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
});

it.each(documents)('%s has no phrase that the house style avoids', (file) => {
  const found = withoutCode(readText(file))
    .split('\n')
    .flatMap((line) => phrasesIn(line).map((phrase) => `${phrase}: ${line.trim()}`));
  expect(found).toEqual([]);
});

it('finds links and paths of a document, and a phrase to avoid outside code', () => {
  expect(linksIn('docs/architecture.md')).toContain('docs/glossary.md');
  expect(pathsIn('docs/architecture.md')).toContain('main/engine/index.ts');
  expect(phrasesIn(withoutCode('`whoever` goes on'))).toEqual(['goes on']);
});
