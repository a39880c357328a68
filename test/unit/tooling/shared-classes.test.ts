import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/project.mjs';

const renderer = path.join(root, 'renderer');
const components = fs
  .readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.svelte'))
  .map((file) => {
    const text = fs.readFileSync(path.join(renderer, file), 'utf8');
    const [markup = '', styles = ''] = text.split(/^<style[^>]*>$/m);
    return { file, markup, styles };
  });
const classesIn = (css: string): string[] =>
  [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
const shared = [...new Set(classesIn(fs.readFileSync(path.join(renderer, 'classes.css'), 'utf8')))];

test('every shared style class is used by a component', () => {
  expect(shared.length).toBeGreaterThan(20);
  const used = new Set(
    components.flatMap(({ markup }) =>
      [...markup.matchAll(/\bclass=("[^"]*"|\{[^}]*\})/g)].flatMap(([, value = '']) =>
        value.split(/[^\w-]+/),
      ),
    ),
  );
  expect(shared.filter((name) => !used.has(name))).toEqual([]);
});

test('no component has a rule for a shared style class', () => {
  const clashes = components.flatMap(({ file, styles }) =>
    classesIn(styles)
      .filter((name) => shared.includes(name))
      .map((name) => `${file}: .${name}`),
  );
  expect(clashes).toEqual([]);
});

test('components spread passed attributes before the class, so that none replaces it', () => {
  const replaced = components.filter(({ markup }) =>
    /<[a-z]\w*\s[^<>]*\bclass=[^<>]*\{\.\.\.(rest|props)\}/.test(markup),
  );
  expect(replaced.map(({ file }) => file)).toEqual([]);
});
