import type { Field } from '#contract/fields';
import { CREATED_INCOMPLETE, RIVAL_FACT, type RowIssue } from '#contract/job';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import { formatDate, formatDateTime } from '../../ui/format';
import { fieldName } from '../changes/change-messages';
import { humanize } from '../record/record';
import { afterText } from './change-text';
import { OUTCOME_LOST } from './restored-messages';

type IssueFacts = NonNullable<RowIssue['facts']>;

const namedResource = (resourceName: IssueFacts[string] | undefined) =>
  RESOURCE_NAMES.flatMap((name) => (name === resourceName ? [resourceNamed(name)] : []))[0];
const singularOf = (resourceName: IssueFacts[string] | undefined): string =>
  namedResource(resourceName)?.singular ?? 'record';
const pluralOf = (resourceName: IssueFacts[string] | undefined): string =>
  namedResource(resourceName)?.plural ?? 'records';

/**
 * Sentences for issues that checks found, and for outcomes for which the service gave no reasons. `noun` is for example
 * "account".
 */
const ISSUES: Readonly<Record<string, (facts: IssueFacts, noun: string) => string>> = {
  found: () => 'The response was lost, but the service has it as sent.',
  lost: () => 'The response was lost.',
  contradicted: () => 'The service answered without an error, but did not have it when it was checked.',
  'found-after-error': () =>
    'The service answered with an error, but reading it again shows that this was done.',
  'turned-away': () => 'The service rejected the request.',
  unnamed: (_, noun) => `The service’s response did not mention the ${noun}.`,
  'not-shown': () => 'The service answered that it was created, but it was not found when read again.',
  'none-deleted': () => 'The service answered that it deleted nothing.',
  message: () => 'The service answered with a message instead of the record.',
  'so-already': () => 'The service already had this value.',
  'refused-together': () => 'Rejected together with other lines.',
  restored: (_, noun) => `Restored from a backup. The service did not have this ${noun} when it was checked.`,
  'outcome-lost': () => OUTCOME_LOST,
  'not-found': (_, noun) => `The service no longer has this ${noun}.`,
  conflict: ({ sentAt }) =>
    sentAt === undefined
      ? 'Someone changed it in the service after you started.'
      : `You sent a different value on ${formatDateTime(String(sentAt))}.`,
  'incomplete-reading': ({ shown }, noun) =>
    `The service’s response for this ${noun} is missing fields that it had before: ${String(shown)}. Sending it back could have erased them, so nothing was sent. Try again later; if it happens again, contact the service’s support.`,
  unreadable: (_, noun) =>
    `The service could not show this ${noun}, so nothing was sent. Open it in the service, then retry it.`,
  'refused-in-part': ({ shown }) =>
    `The service rejected the edit, but applied part of it. Not applied: ${String(shown)}. Undo reverts the applied part.`,
  'other-value': () =>
    'The response shows a different value than the one sent, and the record could not be read again.',
  echo: () => 'The response only repeated what was sent, and the record could not be read again.',
  'field-absent': () => 'Neither the response nor the record shows the fields that were sent.',
  'not-allowed': () => 'Your key has no permission for this.',
  refused: () => 'The service did not say why.',
  unchanged: () => 'No change was needed.',
  gone: (_, noun) => `The service no longer has this ${noun}.`,
  wrong: () => 'A value can’t be sent.',
  'not-taken': () => 'The service answered without an error, but does not show the value that was sent.',
  'not-confirmed': ({ shown }) =>
    `${String(shown)} was sent; the service’s answer does not show it, so it is not confirmed.`,
  'so-in-part': () => 'The service already had part of it.',
  'odd-record': (_, noun) => `The service sent this ${noun} in a format that can’t be sent back unchanged.`,
  'tax-id': () =>
    'This could be a tax ID, so the value was not saved. Firm Desk never saves tax IDs: remove it from the file, then import it again.',
  'another-record': ({ id }, noun) =>
    `The service now has another ${noun} under ID ${String(id)}, with a different name or short ID, so it was not changed. To delete it anyway, delete it from its list.`,
  'not-listed': ({ id }, noun) =>
    `The service’s list did not show the ${noun} with ID ${String(id)}, and may not be complete, so it was not changed. Refresh, then try again.`,
  'no-id': (_, noun) => `The service gave this ${noun} no ID, so it can’t be changed in Firm Desk.`,
  [CREATED_INCOMPLETE]: ({ fields, lacks }, noun) =>
    `The ${noun} was created, but not all of it was applied: ${String(fields ?? '')}.${
      lacks === undefined
        ? ''
        : ` The rest was not sent, because the service’s response for the new ${noun} is missing fields that it was created with: ${String(lacks)}. Complete it later from this page.`
    }`,
  'not-editable': () => 'The service doesn’t accept changes to this field.',
  'not-json': () => 'This value isn’t valid.',
  'no-null': () => 'It can’t be empty.',
  'not-a-list': () => 'The record has no list in this field, so nothing can be added or removed.',
  'out-of-range': ({ least: minimum, most: maximum }) =>
    `Enter a number from ${String(minimum)} to ${String(maximum)}.`,
  'year-out-of-range': ({ least: minimum, most: maximum }) =>
    `Enter a date from ${String(minimum)} to ${String(maximum)}.`,
  'not-money': () => 'This is not an amount.',
  'not-percent': () => 'This is not a percentage.',
  'not-number': () => 'This is not a number.',
  'not-integer': () => 'This is not a whole number.',
  'not-id': () => 'This is not an ID. IDs have digits only.',
  'not-ids': ({ value }) =>
    value === undefined ? 'An entry is not an ID.' : `“${String(value)}” is not an ID.`,
  'unknown-name': ({ value, of: resourceName }) =>
    `No ${singularOf(resourceName)} on this computer is called “${String(value)}”. Use the exact name or the ID.`,
  'ambiguous-name': ({ value, count, of: resourceName }) =>
    `${String(count)} ${pluralOf(resourceName)} are named “${String(value)}”. Use the ID.`,
  'short-year': () => 'Use a four-digit year, such as 11/21/2026.',
  'not-date': () => 'This is not a complete date.',
  'not-choice': ({ value }) =>
    value === undefined
      ? 'The service doesn’t accept this code.'
      : `“${String(value)}” is not a value that the service accepts.`,
  'not-boolean': () => 'Enter Yes or No.',
  'not-text': () => 'This is not text.',
  'not-objects': () => 'An entry of this list isn’t valid.',
  formula: () => 'The cell has a formula. Paste its value instead.',
  'error-value': ({ value }) => `The cell contains an error (${String(value)}).`,
  'odd-characters': () => 'The file’s encoding could not be read. Save it as CSV UTF-8.',
  'digits-lost': ({ value }) =>
    `The spreadsheet cut off digits of this number (${String(value)}). Format the column as text and enter it again.`,
  'serial-date': ({ value, date }) =>
    `The cell contains ${String(value)}, possibly the date ${formatDate(String(date))}. Format the column as a date.`,
  'no-such-day': ({ value }) => `${String(value)} isn’t a valid date.`,
  'not-a-column': () => 'This field can’t be filled from a spreadsheet.',
  required: () => 'It must be filled in.',
  'not-slug': ({ slug }) => `A short ID has only lowercase letters, digits and hyphens: ${String(slug)}.`,
  'slug-in-use': ({ title }) =>
    `“${String(title)}” already has this short ID. Change the name to get a different one.`,
  'name-in-use': ({ title }, noun) =>
    `The firm already has this ${noun}, or it is in the list twice: ${String(title)}.`,
  'refused-before': () => 'The service did not accept this when it was sent before:',
  recreates: ({ left }, noun) =>
    `It becomes a new ${noun} with a new ID.${left ? ` Can’t be restored: ${String(left)}.` : ''}`,
  'no-key': () => 'The line does not identify a record.',
  'no-such-record': ({ value }, noun) => `No ${noun} “${String(value)}” in the data on this computer.`,
  'ambiguous-key': ({ value, count }, noun) =>
    `${String(count)} records have “${String(value)}”. Identify the ${noun} by its ID, or add the custodian.`,
  'key-written-otherwise': ({ value, instead }) =>
    `“${String(value)}” is not in your data. Did you mean “${String(instead)}”? Correct it in the spreadsheet.`,
  'keys-disagree': () => 'The ID and the number belong to two different records.',
  'duplicate-line': ({ line }, noun) =>
    `Line ${String(line)} has the same ${noun}. Keep only one of the two.`,
  'open-quote': () => 'A quotation mark on this line is not closed.',
  'more-cells': ({ cells, columns }) =>
    `The line has ${String(cells)} cells, but there are ${String(columns)} headings. Check its separators.`,
};

/** Issues whose own sentence comes first: the service's reasons are only about the part that was not applied. */
const ISSUES_WITH_REASONS: ReadonlySet<string> = new Set([
  CREATED_INCOMPLETE,
  'refused-in-part',
  'refused-before',
  'recreates',
]);

/** Facts that are comma-separated field names. */
const FIELD_LIST_FACTS: ReadonlySet<string> = new Set(['fields', 'left', 'lacks']);
const labelsOf = (resource: ResourceName, names: string): string =>
  names
    .split(',')
    .filter(Boolean)
    .map((name) => fieldName(resource, name))
    .join(', ');

/** Returns a value for a sentence; text that a user wrote is in quotation marks. */
function quotedText(resource: ResourceName, name: string, json: string): string {
  const value = afterText(resource, name, json);
  const isText = resourceNamed(resource).fields[name]?.kind === 'text';
  return isText && json.startsWith('"') && json !== '""' ? `“${value}”` : value;
}

/** Returns true if the service has another record with the row's name, which may be the row's record. */
export const hasRival = (issue: RowIssue | null): boolean => issue?.facts?.[RIVAL_FACT] !== undefined;
export const rivalText = (resource: ResourceName): string =>
  `The service has another ${resourceNamed(resource).singular} with this name, which may be the new one. Check it before you create it again.`;

/** Returns why a value that the user entered cannot be sent; text in a field with names is a name that was not found. */
export function enteredIssueText(
  resource: ResourceName,
  field: Pick<Field, 'names'> | undefined,
  issue: RowIssue,
): string {
  return issue.code === 'not-id' && field?.names !== undefined
    ? `No ${singularOf(field.names)} with this name. Choose one from the list, or type an ID.`
    : rowIssueText(resource, issue);
}

/** Returns the service's reasons, the code's sentence, or both (`ISSUES_WITH_REASONS`); an unknown code is humanized. */
export function rowIssueText(resource: ResourceName, issue: RowIssue): string {
  const { code, facts = {}, reasons = [], fields = {} } = issue;
  const rival = hasRival(issue) ? [rivalText(resource)] : [];
  if (reasons.length > 0 && !ISSUES_WITH_REASONS.has(code)) return [...reasons, ...rival].join(' ');
  const otherValues = Object.entries(fields).flatMap(([name, json]) =>
    json === null
      ? []
      : [`${fieldName(resource, name)}: the service has ${quotedText(resource, name, json)}.`],
  );
  const fieldNames = Object.keys(fields).map((name) => fieldName(resource, name));
  const readableFacts: IssueFacts = Object.fromEntries(
    Object.entries({ shown: fieldNames.join(', ') || 'It', ...facts }).map(([name, fact]) => [
      name,
      FIELD_LIST_FACTS.has(name) ? labelsOf(resource, fact) : fact,
    ]),
  );
  const issueText = ISSUES[code]?.(readableFacts, resourceNamed(resource).singular) ?? `${humanize(code)}.`;
  const prefix = typeof facts['field'] === 'string' ? [`${fieldName(resource, facts['field'])}:`] : [];
  return [...prefix, issueText, ...otherValues, ...reasons, ...rival].join(' ');
}
