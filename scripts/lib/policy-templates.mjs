// Creates the files for administrators from the policies' schema: templates for Group Policy and Intune (ADMX, ADML), a
// configuration profile for macOS, a policy file for Linux, and the table of the administration page.
import { z } from 'zod';
import { policyTexts } from './policy-texts.mjs';

const KEY = 'Software\\Policies\\Firm Desk';
const BUNDLE = 'invalid.example.firmdesk';
const PROFILE_UUIDS = ['6F1B3B0E-6B4C-4C8B-9F0B-6E6D0C0A7D11', 'B2C0B4B5-3A4B-4B76-9A0F-1F7F2A6E5D22'];

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const withoutBackticks = (text) => text.replaceAll('`', '');

/** Returns the kind of a policy's value, with its range or choices, and its type in the Windows registry. */
function kindOf({ value }) {
  const { type, minimum, maximum, enum: choices } = z.toJSONSchema(value);
  if (type === 'boolean') return { kind: 'flag', registry: 'REG_DWORD, 1 or 0' };
  if (type === 'integer') return { kind: 'number', minimum, maximum, registry: 'REG_DWORD' };
  if (type === 'array') return { kind: 'list', registry: 'REG_MULTI_SZ' };
  if (choices) return { kind: 'choice', choices, registry: 'REG_SZ' };
  return { kind: 'text', registry: 'REG_SZ' };
}

const policyEntries = (policies) =>
  Object.entries(policies).map(([name, policy]) => ({
    name,
    ...policy,
    ...policyTexts[name],
    ...kindOf(policy),
  }));

function admxElement({ name, kind, minimum, maximum, choices }) {
  const id = `id="${name}" valueName="${name}"`;
  if (kind === 'choice')
    return [
      `<enum ${id} required="true">`,
      ...choices.map(
        (choice) =>
          `  <item displayName="$(string.${name}_${choice})"><value><string>${choice}</string></value></item>`,
      ),
      '</enum>',
    ];
  if (kind === 'number')
    return `<decimal ${id} required="true" minValue="${minimum}" maxValue="${maximum}" />`;
  if (kind === 'list') return `<multiText ${id} required="true" />`;
  return `<text ${id} required="true" />`;
}

function admxPolicy(policy) {
  const { name, kind } = policy;
  const isFlag = kind === 'flag';
  const head = [
    `name="${name}" class="Machine"`,
    `displayName="$(string.${name})" explainText="$(string.${name}_Explain)"`,
    ...(isFlag ? [] : [`presentation="$(presentation.${name})"`]),
    `key="${KEY}"${isFlag ? ` valueName="${name}"` : ''}`,
  ];
  const body = isFlag
    ? [
        '<enabledValue><decimal value="1" /></enabledValue>',
        '<disabledValue><decimal value="0" /></disabledValue>',
      ]
    : ['<elements>', ...[admxElement(policy)].flat().map((line) => `  ${line}`), '</elements>'];
  return [
    `<policy ${head.join(' ')}>`,
    '  <parentCategory ref="FirmDesk" />',
    '  <supportedOn ref="SUPPORTED_FirmDesk" />',
    ...body.map((line) => `  ${line}`),
    '</policy>',
  ].map((line) => `    ${line}`);
}

const lines = (...parts) => `${parts.flat().join('\n')}\n`;
const NAMESPACES =
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions"';

/** Returns the template that Group Policy and Intune read. */
export const admx = (policies) =>
  lines(
    '<?xml version="1.0" encoding="utf-8"?>',
    '<!-- Made by `npm run policies`; do not edit. -->',
    `<policyDefinitions ${NAMESPACES} revision="1.0" schemaVersion="1.0">`,
    '  <policyNamespaces>',
    '    <target prefix="firmdesk" namespace="FirmDesk.Policies" />',
    '  </policyNamespaces>',
    '  <resources minRequiredRevision="1.0" />',
    '  <supportedOn>',
    '    <definitions>',
    '      <definition name="SUPPORTED_FirmDesk" displayName="$(string.SUPPORTED_FirmDesk)" />',
    '    </definitions>',
    '  </supportedOn>',
    '  <categories>',
    '    <category name="FirmDesk" displayName="$(string.FirmDesk)" />',
    '  </categories>',
    '  <policies>',
    policyEntries(policies).flatMap(admxPolicy),
    '  </policies>',
    '</policyDefinitions>',
  );

function presentation({ name, title, kind }) {
  const label = escaped(title);
  if (kind === 'number') return `<decimalTextBox refId="${name}">${label}</decimalTextBox>`;
  if (kind === 'choice') return `<dropdownList refId="${name}">${label}</dropdownList>`;
  if (kind === 'list') return `<multiTextBox refId="${name}" />`;
  return `<textBox refId="${name}"><label>${label}</label></textBox>`;
}

/** Returns the US English texts of the template. */
export const adml = (policies) =>
  lines(
    '<?xml version="1.0" encoding="utf-8"?>',
    '<!-- Made by `npm run policies`; do not edit. -->',
    `<policyDefinitionResources ${NAMESPACES} revision="1.0" schemaVersion="1.0">`,
    '  <displayName>Firm Desk</displayName>',
    '  <description>Policies of Firm Desk</description>',
    '  <resources>',
    '    <stringTable>',
    '      <string id="FirmDesk">Firm Desk</string>',
    '      <string id="SUPPORTED_FirmDesk">Firm Desk 0.1 or later</string>',
    policyEntries(policies).flatMap((policy) => [
      `      <string id="${policy.name}">${escaped(policy.title)}</string>`,
      `      <string id="${policy.name}_Explain">${escaped(explain(policy))}</string>`,
      ...(policy.choices ?? []).map(
        (choice) => `      <string id="${policy.name}_${choice}">${choice}</string>`,
      ),
    ]),
    '    </stringTable>',
    '    <presentationTable>',
    policyEntries(policies)
      .filter(({ kind }) => kind !== 'flag')
      .map((policy) => `      <presentation id="${policy.name}">${presentation(policy)}</presentation>`),
    '    </presentationTable>',
    '  </resources>',
    '</policyDefinitionResources>',
  );

function explain({ kind, effect, form, strictest }) {
  if (kind === 'flag')
    return withoutBackticks(
      `${effect.replaceAll('`true`:', 'Enabled:').replaceAll('`false`:', 'Disabled:')} Not configured: nothing changes. A value that cannot be read counts as ${strictest ? 'enabled' : 'disabled'}.`,
    );
  return withoutBackticks(
    `${effect} The value is: ${form}. Not configured: nothing changes. A value that cannot be read counts as ${JSON.stringify(strictest)}.`,
  );
}

function profileValue(value, indent) {
  if (typeof value === 'boolean') return [`${indent}<${value} />`];
  if (typeof value === 'number') return [`${indent}<integer>${value}</integer>`];
  if (typeof value === 'string') return [`${indent}<string>${escaped(value)}</string>`];
  return [
    `${indent}<array>`,
    ...value.map((item) => `${indent}  <string>${escaped(item)}</string>`),
    `${indent}</array>`,
  ];
}

const pair = (indent, key, value) => [`${indent}<key>${key}</key>`, ...profileValue(value, indent)];

/** Returns a configuration profile for macOS with the sample value of every policy. */
export const mobileConfig = (policies) =>
  lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<!-- Made by `npm run policies`; a sample: keep what you want to set, and make new UUIDs. -->',
    '<plist version="1.0">',
    '  <dict>',
    pair('    ', 'PayloadType', 'Configuration'),
    pair('    ', 'PayloadVersion', 1),
    pair('    ', 'PayloadIdentifier', `${BUNDLE}.policies`),
    pair('    ', 'PayloadUUID', PROFILE_UUIDS[0]),
    pair('    ', 'PayloadDisplayName', 'Firm Desk'),
    pair('    ', 'PayloadScope', 'System'),
    '    <key>PayloadContent</key>',
    '    <array>',
    '      <dict>',
    pair('        ', 'PayloadType', BUNDLE),
    pair('        ', 'PayloadVersion', 1),
    pair('        ', 'PayloadIdentifier', `${BUNDLE}.policies.settings`),
    pair('        ', 'PayloadUUID', PROFILE_UUIDS[1]),
    pair('        ', 'PayloadDisplayName', 'Policies of Firm Desk'),
    policyEntries(policies).flatMap(({ name, sample }) => pair('        ', name, sample)),
    '      </dict>',
    '    </array>',
    '  </dict>',
    '</plist>',
  );

/**
 * Returns a policy file for Linux with the sample value of every policy; a list of one item is on one line, as Prettier
 * formats it.
 */
export const policyFile = (policies) =>
  `${JSON.stringify(Object.fromEntries(policyEntries(policies).map(({ name, sample }) => [name, sample])), null, 2)}\n`.replaceAll(
    /\[\s+("[^"]*")\s+\]/g,
    '[$1]',
  );

const table = (rows) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Returns the table of the administration page. */
export const policyTable = (policies) =>
  table([
    ['Policy', 'Value', 'Effect', 'On Windows', 'Strictest'],
    ['---', '---', '---', '---', '---'],
    ...policyEntries(policies).map(({ name, form, effect, registry, strictest }) => [
      `\`${name}\``,
      form,
      effect,
      registry,
      `\`${JSON.stringify(strictest)}\``,
    ]),
  ]);

/** Returns the text of every generated file by its path, except for the table of the administration page. */
export const policyFiles = (policies) => ({
  'resources/policies/FirmDesk.admx': admx(policies),
  'resources/policies/en-US/FirmDesk.adml': adml(policies),
  'resources/policies/firm-desk.mobileconfig': mobileConfig(policies),
  'resources/policies/policy.json': policyFile(policies),
});
