import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { skipCompiling } from '../../../main/common/few-schemas';

/** In a process of its own, where zod is not loaded yet: how often it makes code for a schema. */
function compiled(before: string): number {
  const script = `
    ${before}
    const { z } = await import('zod');
    const plain = globalThis.Function;
    let made = 0;
    globalThis.Function = class extends plain { constructor(...given) { super(...given); made += 1; } };
    z.object({ name: z.string() }).parse({ name: 'Smith' });
    console.log(made);
  `;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

test('zod that is loaded afterwards makes no code of schemas', () => {
  expect(compiled('')).toBeGreaterThan(0);
  expect(compiled(`(${String(skipCompiling)})();`)).toBe(0);
});
