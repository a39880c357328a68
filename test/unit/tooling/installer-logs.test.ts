import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logFiles } from '../../../scripts/lib/installer-kinds.mjs';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-installers-'))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const defaultFile = path.join('/data', 'logs/firm-desk.log');
const logsUnder = (policies: string): string[] => {
  const file = path.join(folder, 'policy.json');
  fs.writeFileSync(file, policies);
  return logFiles('/data', 'zoe', file);
};

it('looks for the log of an installed app where the policy LogFolder puts it, too', () => {
  expect(logsUnder('{ "LogFolder": "/var/log/firm-desk" }')).toEqual([
    defaultFile,
    path.join('/var/log/firm-desk', 'zoe', 'firm-desk.log'),
  ]);
});

it.each(['{}', '{ "LogFolder": "" }', '{ "LogFolder": 7 }', '{ "Log'])(
  'looks in the default folder under the policies %s',
  (policies) => expect(logsUnder(policies)).toEqual([defaultFile]),
);

it('looks in the default folder without policies', () =>
  expect(logFiles('/data', 'zoe', path.join(folder, 'missing.json'))).toEqual([defaultFile]));
