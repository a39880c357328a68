import fs from 'node:fs';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { POLICIES } from '#contract/policies';
import { parsePolicies } from '#main/desktop/policies';
import { parsePropertyList } from '#main/desktop/property-list';
import { policyTexts } from '../../../../scripts/lib/policy-texts.mjs';
import { policyFiles, policyTable } from '../../../../scripts/lib/policy-templates.mjs';

const NAMES = Object.keys(POLICIES);
const SAMPLES = Object.fromEntries(Object.entries(POLICIES).map(([name, { sample }]) => [name, sample]));
const readText = (file: string) => fs.readFileSync(file, 'utf8');
const TEMPLATES = policyFiles(POLICIES);
const [ADMX, ADML, PROFILE, FILE] = [
  'resources/policies/FirmDesk.admx',
  'resources/policies/en-US/FirmDesk.adml',
  'resources/policies/firm-desk.mobileconfig',
  'resources/policies/policy.json',
] as const;

test.each(Object.entries(TEMPLATES))('%s is what the schema gives (npm run policies)', (file, text) => {
  expect(readText(file)).toBe(text);
});

test('the table of the administration page is what the schema gives (npm run policies)', () => {
  const cells = (table: string) =>
    table
      .split('\n')
      .filter((line) => line.startsWith('| `') || line.startsWith('| Policy '))
      .map((line) => line.split('|').map((cell) => cell.trim()));
  const page = readText('docs/administration.md');
  const [table = ''] = /^\| Policy +\|[^]*?(?=\n\n)/m.exec(page) ?? [];
  expect(cells(table)).toEqual(cells(String(policyTable(POLICIES))));
});

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}
function elementsOf(xml: string): Element[] {
  const opened: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => opened.push({ name, attributes }));
  parser.write(xml).close();
  return opened;
}
const valuesOf = (elements: readonly Element[], name: string, attribute: string) =>
  elements.filter((element) => element.name === name).map(({ attributes }) => attributes[attribute]);

test('administrators have a text about every policy', () => {
  expect(Object.keys(policyTexts)).toEqual(NAMES);
});

test('the template has every policy, and a text and an input field for each', () => {
  const template = elementsOf(readText(ADMX));
  const texts = elementsOf(readText(ADML));
  expect(valuesOf(template, 'policy', 'name')).toEqual(NAMES);
  expect(new Set(valuesOf(template, 'policy', 'class'))).toEqual(new Set(['Machine']));
  const strings = valuesOf(texts, 'string', 'id');
  const named = [...readText(ADMX).matchAll(/\$\(string\.(\w+)\)/g)].map(([, id]) => id);
  expect(new Set(named)).toEqual(new Set(strings));
  const fields = ['decimalTextBox', 'multiTextBox', 'textBox', 'dropdownList'].flatMap((name) =>
    valuesOf(texts, name, 'refId'),
  );
  const elements = ['decimal', 'multiText', 'text', 'enum'].flatMap((name) =>
    valuesOf(template, name, 'id').filter((id) => id !== undefined),
  );
  expect(new Set(fields)).toEqual(new Set(elements));
  const presented = [...readText(ADMX).matchAll(/\$\(presentation\.(\w+)\)/g)].map(([, id]) => id);
  expect(presented).toEqual(valuesOf(texts, 'presentation', 'id'));
});

test('the samples for macOS and Linux are valid and are read as they are meant', () => {
  const profile = parsePropertyList(Buffer.from(readText(PROFILE))) as { PayloadContent: [object] };
  const [payload] = profile.PayloadContent;
  expect(parsePolicies(payload)).toMatchObject({ policies: SAMPLES, invalid: [] });
  expect(parsePolicies(payload).unknown.every((name) => name.startsWith('Payload'))).toBe(true);
  expect(parsePolicies(JSON.parse(readText(FILE)))).toMatchObject({
    policies: SAMPLES,
    invalid: [],
    unknown: [],
  });
});

test('the profile is for the bundle whose managed preferences the app reads', () => {
  const config = readText('scripts/package/electron-builder.config.mjs');
  const [, bundle = 'none'] = /appId: '([\w.]+)'/.exec(config) ?? [];
  expect(readText(PROFILE)).toContain(`<string>${bundle}</string>`);
  expect(readText('main/desktop/policies.ts')).toContain(`/Library/Managed Preferences/${bundle}.plist`);
});
