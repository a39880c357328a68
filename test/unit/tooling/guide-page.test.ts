import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { guidePage } from '../../../scripts/lib/guide-page.mjs';

const FOLDER = 'docs/user-guide';
const MAX_PICTURE_BYTES = 110_000;
const names = fs.readdirSync(FOLDER).map((file) => path.basename(file, '.md'));
const readText = (name: string) => fs.readFileSync(path.join(FOLDER, `${name}.md`), 'utf8');
const pages = names.filter((name) => name !== 'README');

describe('the user guide', () => {
  it('has an index that links to every page once', () => {
    const linked = [...readText('README').matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => name);
    expect(linked).toHaveLength(pages.length);
    expect(new Set(linked)).toEqual(new Set(pages));
  });

  it.each(pages)('%s is a short page with steps or a list, and a small picture', (name) => {
    const { title, blocks } = guidePage(name, readText(name));
    expect(title).toMatch(/^[A-Z]/);
    expect(blocks.some(({ kind }) => kind === 'steps' || kind === 'list')).toBe(true);
    const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
    expect(pictures).toHaveLength(1);
    for (const file of pictures)
      expect(fs.statSync(path.join('docs/screenshots', file)).size).toBeLessThan(MAX_PICTURE_BYTES);
    expect(readText(name).split(/\s+/).length).toBeLessThan(330);
  });
});

describe('the Markdown of the guide', () => {
  it('becomes headings, steps, lists, pictures and runs of text', () => {
    const page = guidePage(
      'x',
      '# A title\n\nPress <kbd>F1</kbd>,\nor see [lists](find-records.md).\n\n## Part\n\n1. One **bold**\n   line\n2. Two\n\n- `a`\n\n![Alt](../screenshots/a.png)\n',
    );
    expect(page.title).toBe('A title');
    expect(page.blocks).toEqual([
      {
        kind: 'paragraph',
        runs: [
          { kind: 'text', text: 'Press ' },
          { kind: 'kbd', text: 'F1' },
          { kind: 'text', text: ', or see ' },
          { kind: 'link', text: 'lists', to: 'find-records' },
          { kind: 'text', text: '.' },
        ],
      },
      { kind: 'heading', text: 'Part' },
      {
        kind: 'steps',
        items: [
          [
            { kind: 'text', text: 'One ' },
            { kind: 'strong', text: 'bold' },
            { kind: 'text', text: ' line' },
          ],
          [{ kind: 'text', text: 'Two' }],
        ],
      },
      { kind: 'list', items: [[{ kind: 'code', text: 'a' }]] },
      { kind: 'picture', text: 'Alt', file: 'a.png' },
    ]);
  });

  it.each([
    'no title',
    '# T\n\n| a |',
    '# T\n\n### deep',
    '# T\n\n<b>x</b>',
    '# T\n\n- a\nb',
    '# T\n\n- a\n  - b',
    '# T\n\nDo this:\n- a',
    '# T\n\nDo this:\n1. a',
    '# T\n\ntext\n## Part',
    '# T\n\n**see [lists](find-records.md)**',
  ])('rejects Markdown that the app cannot show: %j', (text) => {
    expect(() => guidePage('x', text)).toThrow();
  });
});
