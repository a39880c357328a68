import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Policies } from '#contract/policies';
import { UpdateSetting } from '#main/desktop/updates/update-setting';

const ADDRESS = 'https://updates.harbor.example/';
let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'update-setting-'))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'update-setting.json');
const settingUnder = (policies: Policies = {}) => new UpdateSetting(file(), () => policies, true);

it('is off, without an address, until the user chooses; each choice keeps the other', () => {
  expect(settingUnder().get()).toEqual({
    mode: 'off',
    address: '',
    isModeManaged: false,
    isAddressManaged: false,
    canInstall: true,
  });
  settingUnder().choose({ mode: 'install' });
  settingUnder().choose({ address: ADDRESS });
  expect(settingUnder().get()).toMatchObject({ mode: 'install', address: ADDRESS });
});

it('yields to policies, which the user cannot change, and applies again without them', () => {
  settingUnder().choose({ mode: 'install', address: ADDRESS });
  const managed = settingUnder({ Updates: 'off', UpdateAddress: '' });
  managed.choose({ mode: 'notify' });
  expect(managed.get()).toMatchObject({
    mode: 'off',
    address: '',
    isModeManaged: true,
    isAddressManaged: true,
  });
  expect(settingUnder({ Updates: 'off' }).get()).toMatchObject({ address: ADDRESS, isAddressManaged: false });
  expect(settingUnder().get()).toMatchObject({ mode: 'notify', address: ADDRESS });
});

it.each([
  '{',
  '{}',
  '{"mode":"notify","address":"http://updates.harbor.example/"}',
  '{"mode":"always","address":""}',
])('is off if its file is damaged or has another value: %s', (text) => {
  fs.writeFileSync(file(), text);
  expect(settingUnder().get()).toMatchObject({ mode: 'off', address: '' });
});
