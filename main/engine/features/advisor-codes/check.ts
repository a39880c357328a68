import type { CodeLine } from '#contract/features/advisor-codes/schemas';
import type { CodeIssue, Firm } from '#contract/features/advisor-codes/calls';
import { advisorCodeText, type CustodianCode } from '#contract/fields';
import type { JobFacts, RowIssue } from '#contract/job';
import { holdsSeparatedTaxId, holdsTaxId } from '#contract/tax-id';
import { parseCustodian } from './custodian-text';
import { codeNameOf, type CachedCodes } from './cached-codes';
import type { RawLine } from './read-lines';

export interface CheckContext {
  readonly cachedCodes: CachedCodes;
  readonly firms: readonly Firm[];
  /** True if the firms come from the service's listing, which is then complete. */
  readonly isListed: boolean;
  /** Defaults for lines without a custodian or firm. */
  readonly defaults: { readonly custodian: CustodianCode | null; readonly firm: number | null };
}

/** A checked line: to be sent (`planned`) or left out (`skipped`); a planned line's issue is a warning. */
export interface PlannedLine {
  readonly input: CodeLine;
  readonly state: 'planned' | 'skipped';
  readonly issue: RowIssue | null;
}

/**
 * Checks lines before anything is sent (spec 2.5, 4.5): characters, custodian, firm, duplicates, and codes
 * that are already mapped. A line with a warning is still sent.
 */
export function checkLines(raw: readonly RawLine[], context: CheckContext): PlannedLine[] {
  const firstLines = new Map<string, RawLine>();
  const findOther = findOtherCapitalization(context.cachedCodes);
  return raw.map((line): PlannedLine => {
    const checked = checkLine(line, context);
    const problem =
      checked.problem ??
      duplicateIssue(line, checked, firstLines) ??
      alreadyMappedIssue(checked, context.cachedCodes);
    const { custodian, firm } = checked;
    const isTaxId = problem?.code === 'tax-id';
    return {
      input: {
        number: line.number,
        custodian: custodian ?? (isTaxId ? null : line.custodian || null),
        code: isTaxId ? '' : line.code,
        firmId: firm === null ? (isTaxId ? null : line.firm || null) : String(firm),
        accounts:
          custodian && line.code ? context.cachedCodes.accountsOf({ custodian, code: line.code }) : null,
        record: null,
      },
      state: problem === null ? 'planned' : 'skipped',
      issue: problem ?? checked.warning ?? (custodian && findOther(line.code, custodian)),
    };
  });
}

const issue = (code: CodeIssue, facts?: JobFacts): RowIssue => (facts ? { code, facts } : { code });

interface CheckedLine {
  readonly code: string;
  readonly custodian: CustodianCode | null;
  readonly firm: number | null;
  readonly problem: RowIssue | null;
  readonly warning: RowIssue | null;
}

function checkLine(line: RawLine, { firms, isListed, defaults }: CheckContext): CheckedLine {
  const { code } = line;
  const custodian = line.custodian === '' ? defaults.custodian : parseCustodian(line.custodian);
  const firm = line.firm === '' ? defaults.firm : firmOf(line.firm, firms);
  const isUnknownFirm = firm !== null && !firms.some(({ id }) => id === firm);
  const problem =
    taxIdIssue(line) ??
    codeProblem(code) ??
    (custodian === null
      ? line.custodian === ''
        ? issue('no-custodian')
        : issue('unknown-custodian', { custodian: line.custodian })
      : firm === null
        ? line.firm === ''
          ? issue('no-firm')
          : issue('unknown-firm', { firm: line.firm })
        : isUnknownFirm && isListed
          ? issue('foreign-firm', { firm })
          : null);
  return { code, custodian, firm, problem, warning: isUnknownFirm ? issue('strange-firm', { firm }) : null };
}

/** Returns the ID of a firm: the one with this name in the service's listing, or a number as it is, even if unknown. */
function firmOf(text: string, firms: readonly Firm[]): number | null {
  const named = firms.find(({ name }) => name?.toLowerCase() === text.toLowerCase());
  if (named) return named.id;
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * Returns an issue for a line with what could be a tax ID, which is never stored. Codes and firm IDs may have nine
 * digits.
 */
const taxIdIssue = ({ custodian, code, firm }: RawLine): RowIssue | null =>
  holdsTaxId(custodian) || [code, firm].some(holdsSeparatedTaxId) ? issue('tax-id') : null;

/** Returns why a code can't be sent: support maps those with characters besides letters, digits, _ and - (spec 2.5). */
function codeProblem(code: string): RowIssue | null {
  if (code === '') return issue('no-code');
  if (advisorCodeText.safeParse(code).success) return null;
  const characters = [...new Set(code.match(/[^0-9A-Za-z_-]/gu))];
  return issue('characters', { characters: characters.join('') });
}

function duplicateIssue(
  line: RawLine,
  checked: CheckedLine,
  firstLines: Map<string, RawLine>,
): RowIssue | null {
  if (checked.custodian === null) return null;
  const name = codeNameOf({ custodian: checked.custodian, code: line.code });
  const first = firstLines.get(name);
  if (first) return issue('duplicate', { line: first.number });
  firstLines.set(name, line);
  return null;
}

function alreadyMappedIssue({ custodian, code }: CheckedLine, known: CachedCodes): RowIssue | null {
  const [record] = custodian === null ? [] : known.mapped({ custodian, code });
  return record ? issue('mapped', { firm: record.firmId }) : null;
}

/** Returns a function that warns of a code that is mapped with different capitalization. */
function findOtherCapitalization({
  overview,
}: CachedCodes): (code: string, custodian: CustodianCode) => RowIssue | null {
  const codesByLowerCase = new Map<string, string>();
  for (const { record, custodian, code } of overview.rows)
    if (record !== null && custodian !== null && code !== null)
      codesByLowerCase.set(codeNameOf({ custodian, code: code.toLowerCase() }), code);
  return (code, custodian) => {
    const mappedCode = codesByLowerCase.get(codeNameOf({ custodian, code: code.toLowerCase() }));
    return mappedCode === undefined || mappedCode === code
      ? null
      : issue('other-case', { code: mappedCode, custodian });
  };
}
