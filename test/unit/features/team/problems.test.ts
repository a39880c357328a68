import fs from 'node:fs';
import { expect, it } from 'vitest';
import { TEAM_PROBLEMS } from '#contract/features/team/schemas';

const FOLDER = 'main/engine/features/team';
const sources = fs
  .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => fs.readFileSync(`${FOLDER}/${name}`, 'utf8'))
  .join('\n');

it.each(TEAM_PROBLEMS)('the engine’s sources name the problem %s', (code) => {
  expect(sources).toContain(`'${code}'`);
});
