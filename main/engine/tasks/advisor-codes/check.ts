import {
  newAdvisorCode,
  type CodeLineState,
  type Firm,
} from '../../../../preload/contract/calls/advisor-codes';
import {
  advisorCodeText,
  codeWord,
  CUSTODIANS,
  type CustodianCode,
} from '../../../../preload/contract/fields';
import { custodianOf } from './custodian-text';
import { nameOf, type KnownCodes } from './known';
import type { JobLine } from './lines';
import type { RawLine } from './read-lines';

export interface CheckParts {
  readonly known: KnownCodes;
  readonly firms: readonly Firm[];
  /** The firms are those of the service's listing: there are no others. */
  readonly listed: boolean;
  /** For lines that do not say it themselves. */
  readonly defaults: { readonly custodian: CustodianCode | null; readonly firm: number | null };
}

/**
 * Checks lines before anything is sent (spec 2.5, 4.5): characters, custodian, firm, lines that say the same, and codes
 * that the mapping has already. A line with a doubt is sent all the same.
 */
export function checkLines(raw: readonly RawLine[], parts: CheckParts): JobLine[] {
  const before = new Map<string, RawLine>();
  return raw.map((line, index) => {
    const read = readLine(line, parts);
    const problem = read.problem ?? twice(line, read, before) ?? mappedAlready(read, parts.known);
    const state: CodeLineState = problem === null ? 'ready' : 'wrong';
    const body = problem === null ? newAdvisorCode.parse(wireOf(read)) : null;
    return {
      index,
      number: line.number,
      custodian: read.custodian ?? (line.custodian || null),
      code: line.code,
      firmId: read.firm === null ? line.firm || null : String(read.firm),
      accounts:
        read.custodian && line.code
          ? parts.known.accountsWith([{ custodian: read.custodian, code: line.code }])
          : null,
      state,
      remark: problem ?? read.doubt,
      body,
      id: null,
    };
  });
}

interface Read {
  readonly code: string;
  readonly custodian: CustodianCode | null;
  readonly firm: number | null;
  readonly problem: string | null;
  readonly doubt: string | null;
}

const wireOf = ({ code, custodian, firm }: Read) => ({ code, source: custodian, firm_id: firm });

function readLine(line: RawLine, { firms, listed, defaults, known }: CheckParts): Read {
  const custodian = line.custodian === '' ? defaults.custodian : custodianOf(line.custodian);
  const firm = line.firm === '' ? defaults.firm : firmOf(line.firm, firms);
  const strange = firm !== null && !firms.some(({ id }) => id === firm);
  const problem =
    codeProblem(line.code, custodian) ??
    (custodian === null
      ? line.custodian === ''
        ? 'No custodian is given.'
        : `“${line.custodian}” is no custodian that is known here.`
      : firm === null
        ? line.firm === ''
          ? 'No firm is given.'
          : `“${line.firm}” is no firm id.`
        : strange && listed
          ? `${firm} is not a firm of this application.`
          : null);
  const doubt = strange
    ? `No record here is of firm ${firm}.`
    : custodian && otherCase(line.code, custodian, known);
  return { code: line.code, custodian, firm, problem, doubt };
}

/** A firm's id, or its name as the service lists it. */
function firmOf(text: string, firms: readonly Firm[]): number | null {
  const named = firms.find(({ name }) => name?.toLowerCase() === text.toLowerCase());
  if (named) return named.id;
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Spec 2.5 and 4.5: other characters are for support. */
export function codeProblem(code: string, custodian: string | null): string | null {
  if (code === '') return `The ${codeWord(custodian ?? '')} is missing.`;
  if (advisorCodeText.safeParse(code).success) return null;
  const strange = [...new Set(code.match(/[^0-9A-Za-z_-]/gu))].map((one) =>
    one.trim() === '' ? 'space' : `“${one}”`,
  );
  return `The service’s support handles codes with ${strange.join(', ')}: they cannot be sent.`;
}

function twice(line: RawLine, read: Read, before: Map<string, RawLine>): string | null {
  if (read.custodian === null) return null;
  const name = nameOf({ custodian: read.custodian, code: line.code });
  const first = before.get(name);
  if (first) return first.number === null ? 'Stands there twice.' : `The same as in line ${first.number}.`;
  before.set(name, line);
  return null;
}

function mappedAlready({ custodian, code }: Read, known: KnownCodes): string | null {
  const [record] = custodian === null ? [] : known.mapped({ custodian, code });
  return record ? `Is mapped already${record.firmId === null ? '' : `, for firm ${record.firmId}`}.` : null;
}

function otherCase(code: string, custodian: CustodianCode, known: KnownCodes): string | null {
  const alike = known.overview.rows.find(
    (row) =>
      row.record !== null &&
      row.custodian === custodian &&
      row.code !== code &&
      row.code?.toLowerCase() === code.toLowerCase(),
  );
  return alike ? `${CUSTODIANS[custodian]} has ${alike.code ?? ''} mapped, in other letters.` : null;
}
