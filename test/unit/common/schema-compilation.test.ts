import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { disableSchemaCompilation } from '#common/schema-compilation';

/** Counts how often zod compiles a schema, in a new process without zod loaded. */
function countCompilations(setup: string): number {
  const script = `
    ${setup}
    const { z } = await import('zod');
    const plain = globalThis.Function;
    let made = 0;
    globalThis.Function = class extends plain { constructor(...given) { super(...given); made += 1; } };
    z.object({ name: z.string() }).parse({ name: 'Smith' });
    console.log(made);
  `;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

test('stops zod from compiling schemas if it is loaded afterward', () => {
  expect(countCompilations('')).toBeGreaterThan(0);
  expect(countCompilations(`(${String(disableSchemaCompilation)})();`)).toBe(0);
});
