import { expect, it } from 'vitest';
import { markCalls } from '../../../scripts/lib/pure-calls.mjs';

it('marks every call that creates a constant, and no call inside a function', () => {
  const code = [
    'export const page = z.object({ id: z.string().min(1), kinds: new Set([1]) }).readonly();',
    'const read = (text) => JSON.parse(text);',
    'function parse(text) { return read(text); }',
    'register(page);',
  ].join('\n');
  expect(markCalls(code).split('\n')).toEqual([
    'export const page = /* @__PURE__ */ z.object({ id: /* @__PURE__ */ z.string().min(1), kinds: /* @__PURE__ */ new Set([1]) }).readonly();',
    'const read = (text) => JSON.parse(text);',
    'function parse(text) { return read(text); }',
    'register(page);',
  ]);
});
