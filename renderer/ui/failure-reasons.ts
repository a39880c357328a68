import type { Failure, FailureDetail } from '#contract/failure';
import { count } from './format';

type FailureFacts = NonNullable<FailureDetail['facts']>;
const countText = (facts: FailureFacts, name: string): string => count(Number(facts[name] ?? 0));

const FIELDS: Readonly<Record<string, string>> = {
  custodian: 'custodian',
  advisor_codes: 'advisor codes',
  owner_name: 'advisor (on whose behalf)',
  firm_name: 'firm name',
  sender_name: 'sender',
  cc_emails: 'CC',
  reply_to_emails: 'reply-to',
};

/** A sentence for each failure detail, in addition to the text of its kind. */
const DETAIL_TEXTS: Readonly<Record<FailureDetail['code'], (facts: FailureFacts) => string>> = {
  'not-saved-here': () => 'This fee upload file is not saved on this computer. Save it, then reconcile it.',
  moved: () => 'The file is not where it was saved. Put it back, or save it again.',
  'no-entry': () => 'The archive does not contain this file.',
  'no-folder': () => 'No folder is selected.',
  'empty-list': () => 'The list is empty.',
  'long-list': (facts) =>
    `The list has ${countText(facts, 'lines')} lines. Split it: the limit is ${countText(facts, 'maximum')} lines at a time.`,
  'big-list': () => 'The file is too large for a list.',
  'open-quote': (facts) => `Line ${countText(facts, 'line')}: a quotation mark is not closed.`,
  'not-text': () => 'It is not a text file.',
  'odd-quotes': () => 'Its quotation marks or line breaks do not match.',
  'no-lines': () => 'It has no line breaks.',
  'old-workbook': () =>
    'It is an Excel file in the old format, or one with a password. Save it as .xlsx without a password.',
  'not-workbook': () => 'It is a zip archive, not an Excel file.',
  'damaged-workbook': () => 'The Excel file is damaged.',
  'many-rows': ({ maximum }) =>
    `An Excel sheet holds at most ${count(Number(maximum))} rows. Narrow the list, or export as CSV.`,
  'big-sheet': () => 'The data does not fit in an Excel file. Narrow the list, or export as CSV.',
  'big-workbook': () => 'The Excel file is too large. Save the sheet as CSV.',
  'slow-workbook': () =>
    'Reading the Excel file took more than a minute and was stopped. Save the sheet as CSV.',
  'draft-fields': ({ fields = '' }) =>
    `Check these fields: ${String(fields)
      .split(' ')
      .map((field) => FIELDS[field] ?? field)
      .join(', ')}.`,
  'key-lost': () => 'This computer’s keychain no longer has the key of the saved work.',
  'team-viewer': () => 'Your role on the team is viewer.',
  'team-unreadable': ({ why }) =>
    why === 'too-large'
      ? 'It is too large for one entry of the team’s log.'
      : 'It has values that your colleagues’ Firm Desk could not read.',
  'handed-over': () => 'The draft is handed over to a colleague.',
  'approval-needed': () => 'A colleague must approve it first.',
  'approval-offline': () => 'Only the team’s database says whether an approval still holds.',
  'lists-incomplete': () => 'Not all lists are on this computer yet.',
  'value-before-unknown': () => 'The service doesn’t show the values that were there before.',
  'key-created': ({ name = '' }) =>
    `The firm now has a key named ${String(name)} that Firm Desk does not know.`,
  'other-host': ({ before }) =>
    before === undefined
      ? 'This computer does not know which host the saved key or password was entered for.'
      : `The saved key or password was entered for ${before}.`,
  'tax-id': () => 'It may contain a tax ID. Firm Desk never saves tax IDs: remove it.',
  'no-credential': () => 'This computer’s keychain has no key or password for this connection.',
  'not-deleted': () =>
    'The connection with this data was removed, but its files could not be deleted. Another program may be using them.',
  'work-missing': (facts) =>
    `Its file is missing or empty. The activity log in it had ${countText(facts, 'lines')} lines.`,
  'work-older': (facts) =>
    `Its file is an older version. The activity log had ${countText(facts, 'lines')} lines and has ${countText(facts, 'found')} now.`,
  'work-missing-unnoted': ({ folder }) =>
    folder === undefined ? 'It is not in its folder.' : `It is not in its folder, “${folder}”.`,
  'history-missing': () => 'Its file is not in the folder of this connection.',
  'newer-backup': () => 'The backup has a layout that this version does not know.',
  'values-without-tokens': () =>
    'It returned values without the tokens they belong to, so no value can be matched to a record.',
  'connection-test': ({ seconds }) =>
    seconds === undefined
      ? 'The service reported that it ran out of time.'
      : `No complete response arrived within ${count(Number(seconds))} seconds.`,
  link: () => 'It is a link to another file, not a file.',
  locked: () => 'It is protected with a password.',
  packing: () => 'Firm Desk can’t read how it is compressed.',
  outside: () => 'Its name points outside the archive.',
  bomb: () => 'It expands to far more data than a fee file should contain. It may be harmful.',
};

/** Returns the detail as a sentence. */
export const detailText = ({ code, facts = {} }: FailureDetail): string => DETAIL_TEXTS[code](facts);

/** Returns all known reasons: the app's first, then the service's own words. */
export const reasonsFor = ({ detail, reasons = [] }: Pick<Failure, 'detail' | 'reasons'>): string[] => [
  ...(detail ? [detailText(detail)] : []),
  ...reasons.filter((reason) => !isStatusText(reason)),
];

/** Returns true for a bare status text, such as "Not Found", which explains nothing outside the details. */
export const isStatusText = (reason: string): boolean =>
  /^(bad request|unauthorized|forbidden|not found|conflict|internal server error|bad gateway|service unavailable|gateway timeout)\.?$/i.test(
    reason.trim(),
  );
