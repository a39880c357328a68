import { LatestResult } from '#common/latest-result';
import { sha256 } from '#common/sha256';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ZodError } from 'zod';
import { countByState, zeroCounts } from '#contract/counts';
import { appendTo, getOrCompute } from '#contract/maps';
import { sumOf } from '#contract/money';
import { TERMS_RESULTS, type AccountTerms } from '#contract/features/agreed-terms/schemas';
import {
  sampleDetail,
  type PeriodId,
  type SampleDetail,
  type SampleVerdict,
  type SectionName,
} from '#contract/features/period/schemas';
import {
  hasIncompleteLists,
  lacksLists,
  MAX_SHOWN_CHANGES,
  refusedLists,
  type FileComparison,
  type Period,
  type PeriodSection,
  type PeriodSignature,
  type PeriodToSign,
  type SectionFacts,
  type SetupChange,
  type SignedPeriod,
} from '#contract/features/period/sections';
import type { ListedPeriod } from '#contract/features/period/calls';
import { setupIds } from '#contract/features/period/messages';
import { REFUND_STATES, refundStateOf, type RefundCase } from '#contract/features/refunds/cases';
import { findingState, type FindingState } from '#contract/features/review/schemas';
import { ruleNamed, type RuleId } from '#contract/features/review/rules';
import { fail } from '#contract/failure';
import type { ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import {
  NOT_READ,
  type ApprovalGuard,
  type GuardedRows,
  type SignatureRequest,
} from '../../jobs/approval-guard';
import { periodSubject } from '../team/saved-work/topics/approvals';
import { withoutTaxIds } from '../team/saved-work/without-tax-ids';
import { isFailure } from '../../service/failures';
import type { Workspace } from '../../workspace/open/workspace';
import { WantedLabels, type RecordLabels } from '../../records/names/labels';
import { compareAccount, type ComparedAccounts } from '../agreed-terms/compare-accounts';
import { addTermsIds } from '../agreed-terms/terms-tables';
import { expectedPeriodsOfAccount, feeCalculationSettings } from '../expected-fees/account-periods';
import { feeHistoryOf } from '../fee-history/history-of';
import { listedFileIds, refsThatMayCountTwice } from '../fee-history/replaced-files';
import { accountOfLine, lateMatchesIn, lateMatchesThatMayCountTwice } from '../fee-history/late-matches';
import { feesOfPeriod } from '../fee-history/period-fees';
import { accountsOfSubject } from '../fee-history/subject-accounts';
import { periodTotals } from '../fee-files/periods';
import { sharedSignOffs } from '../fee-files/sign-off-evidence';
import { comparedFiles } from '../review/billed-fees';
import type { CheckedFindings } from '../review/review';
import { guardedPeriod, periodOfRows, withTimesOf } from './approval-rows';
import { colleagueSignatures, countedColleagueSignatures, signatureView } from './colleague-signatures';
import { belongsToFirm, firmsOfRecords } from '../../records/record-firms';
import { filesOfPeriod, listPeriods, periodFiles, periodKey } from './listed-periods';
import type { StoredVerdict } from './saved-work/sample-rows';
import { drawSample, populationSha256, randomSeed } from './sample';
import { contentText, parseContent, periodSealOf, type PeriodContent, type PeriodTables } from './seal';
import {
  BILLING_RULES,
  CASH_RULES,
  coversFacts,
  FILE_RULES,
  listFactsOf,
  openSections,
  sectionOf,
  SETUP_LISTS,
  signedSection,
  type EarlierListHashes,
  type ListFacts,
} from './sections';
import { compareSetup, copySetup, type SetupChanges } from './setup-copy';

export interface PeriodDeps {
  readonly reader: CacheReader;
  readonly workspace: Pick<
    Workspace,
    | 'periods'
    | 'feeFiles'
    | 'colleagueFiles'
    | 'reconciliations'
    | 'feeHistory'
    | 'agreedTerms'
    | 'balances'
    | 'refunds'
    | 'serviceBalances'
    | 'dayCount'
    | 'feeSettings'
    | 'activity'
    | 'team'
    | 'transaction'
  >;
  /** Prevents signing a period without the approval that the team requires. */
  readonly guard: ApprovalGuard | undefined;
  /** Returns null until the rules have checked the current data. */
  readonly findings: (rules: ReadonlySet<RuleId>) => CheckedFindings | null;
  readonly terms: () => Promise<ComparedAccounts>;
  readonly refunds: () => Promise<readonly RefundCase[]>;
  /** Lets other calls run. */
  readonly pause: () => Promise<void>;
  readonly user: () => string;
  readonly now: () => Date;
}

/** Sections whose later changes always count against a signature; the others describe the current data. */
const FINAL_SECTIONS: ReadonlySet<SectionName> = new Set(['files', 'refunds', 'sample', 'steps']);

type FileFacts = Extract<SectionFacts, { name: 'files' }>;
type SetupFacts = Extract<SectionFacts, { name: 'setup' }>;
type FindingCounts = Record<FindingState, number>;
const zeroFindings = (): FindingCounts => zeroCounts(findingState.options);

/** The facts without an earlier setup to compare with. */
const NO_CHANGES: SetupFacts = {
  name: 'setup',
  since: null,
  total: 0,
  byField: [],
  changes: [],
  sha256: sha256(''),
};

/** Facts with the hash of their list as earlier versions computed it. */
interface FactsWithEarlierHash {
  readonly facts: SectionFacts;
  readonly earlierHash: string;
}

/** Findings in the order of the review queue. */
type FindingList = CheckedFindings['findings'];

/** Returns a text to compare: parsed first, as the bridge does, so that the values are in the same order. */
const detailText = (detail: SampleDetail): string => JSON.stringify(sampleDetail.parse(detail));

/**
 * Returns the hash of a list, and the hash as earlier versions computed it: of what identifies each entry, without its
 * values.
 */
function listHashes<Item>(
  items: readonly Item[],
  identityOf: (item: Item) => string,
  valuesOf: (item: Item) => string,
): { listSha256: string; earlierHash: string } {
  return {
    listSha256: sha256(items.map((item) => `${identityOf(item)} ${valuesOf(item)}\n`).join('')),
    earlierHash: sha256(items.map((item) => `${identityOf(item)}\n`).join('')),
  };
}

/** Returns what was agreed and how the setup differs, without IDs and names that differ between computers. */
function comparedTermsText({ agreement, why, differences, structures }: AccountTerms): string {
  if (!agreement) return '';
  const { structure, rate, tiers, flatDollars, collection, frequency } = agreement.terms;
  const tierList = tiers?.map(({ to, rate: tierRate }) => [to, tierRate]);
  return JSON.stringify([
    agreement.date,
    [structure, rate, tierList, flatDollars, collection, frequency],
    why,
    differences.map(({ field, agreed, setUp }) => [field, agreed, setUp]),
    structures,
  ]);
}

/** Returns the data of a period as a text to compare, without the times of the checks. */
const signedDataText = ({ sections, custodians, debit }: Pick<Period, 'sections' | 'custodians' | 'debit'>) =>
  JSON.stringify([sections.map((item) => [item.sha256, item.state]), custodians, debit]);

/** Computes, samples and signs the billing periods of an open connection (spec 2.8). */
export class BillingPeriods {
  readonly #deps: PeriodDeps;
  /** The setup changes of one period, for a version of the lists and the earlier signature. */
  readonly #setupChanges = new LatestResult<Promise<SetupChanges>>();
  /** The fees of one period, for a version of the fee history. */
  readonly #fees = new LatestResult<ReadonlyMap<string, string | null>>();

  constructor(deps: PeriodDeps) {
    this.#deps = deps;
  }

  list(): ListedPeriod[] {
    const { reader, workspace } = this.#deps;
    let logged: ReadonlySet<string> | undefined; // read once for all periods
    // Not the setup copy and the tables: hashing those of all periods would take seconds.
    return listPeriods(reader, workspace, (signature) => {
      const content = workspace.periods.sealedContent(signature.id);
      logged ??= this.#loggedSeals();
      return content !== null && isSealIntact(signature, content, logged);
    });
  }

  async get(id: PeriodId): Promise<Period> {
    const { reader, workspace } = this.#deps;
    const newestSignature = workspace.periods.signatureOf(id);
    const signed = newestSignature && this.signedContent(newestSignature);
    const { sections, earlierHashes } = await this.#sections(id, signed);
    const listed = filesOfPeriod(reader, id);
    return {
      ...id,
      sections,
      signature: newestSignature && this.#signedPeriodOf(newestSignature, signed, sections, earlierHashes),
      colleagues: colleagueSignatures(workspace)
        .filter((period) => periodKey(period) === periodKey(id))
        .map(signatureView),
      left: openSections(sections),
      custodians: this.#custodianTotals(
        id,
        listed.map(({ key }) => key),
      ),
      debit: listed.some(({ periodDebit }) => periodDebit !== null)
        ? sumOf(listed.map(({ periodDebit }) => periodDebit))
        : null,
      accountsAsOf: reader.states().find(({ resource }) => resource === 'accounts')?.asOf ?? null,
    };
  }

  /** Checks off a section as it was shown; removes the check-off if `note` is null. */
  checkSection(id: PeriodId, section: SectionName, shownSha256: string, note: string | null): void {
    const { workspace } = this.#deps;
    workspace.transaction(() => {
      if (note === null && !workspace.periods.checks(id).some((check) => check.section === section)) return;
      if (note === null) workspace.periods.uncheck(id, section);
      else workspace.periods.check(id, { section, sha256: shownSha256, note, ...this.#userAndTime() });
      workspace.activity.note(
        { kind: 'period-check', count: 1, facts: { period: id.endDate, part: section } },
        note === null ? 'canceled' : 'done',
      );
    });
  }

  /** Marks a step as done; removes the mark if `note` is null. */
  markStep(id: PeriodId, step: number, note: string | null): void {
    const { periods } = this.#deps.workspace;
    if (!periods.steps(id).some((item) => item.id === step)) throw fail('not-found', { where: 'step' });
    periods.markStep(id, step, note === null ? null : { note, ...this.#userAndTime() });
  }

  /**
   * Draws a sample from the accounts that the period bills, and adds those chosen by hand. Fails with `no-fee-lines` if
   * it bills none.
   */
  drawSample(id: PeriodId, request: { size: number; seed: string | null; chosen: readonly string[] }): void {
    const billed = [...this.#feesByAccount(id).keys()];
    if (billed.length === 0) throw fail('no-fee-lines');
    const seed = request.seed ?? randomSeed();
    const chosen = [...new Set(request.chosen)];
    this.#refuseTaxIds(seed, chosen);
    const drawn = drawSample(
      billed.filter((key) => !chosen.includes(key)),
      request.size,
      seed,
    );
    this.#deps.workspace.periods.putSample(
      id,
      {
        seed,
        size: drawn.length,
        population: billed.length,
        populationSha256: populationSha256(billed),
        ...this.#userAndTime(),
      },
      [
        ...drawn.map((account) => ({ account, isChosen: false })),
        ...chosen.map((account) => ({ account, isChosen: true })),
      ],
    );
  }

  /** A seed and accounts may be shared with a team: refuses what could be a tax ID, unless it is an account's ID. */
  #refuseTaxIds(seed: string, chosen: readonly string[]): void {
    const known = new Set(this.#deps.reader.rowsOf('accounts', chosen, []).map(([, key]) => String(key)));
    const texts = [seed, ...chosen.filter((key) => !known.has(key))];
    if (texts.some((text) => withoutTaxIds(text) !== text))
      throw fail('refused', { detail: { code: 'tax-id' } });
  }

  sampleDetail(id: PeriodId, account: string): SampleDetail {
    const { reader, workspace } = this.#deps;
    const subject = accountsOfSubject(reader, { resource: 'accounts', key: account });
    const { periods } = feeHistoryOf(workspace.feeHistory, subject, listedFileIds(reader));
    const matchingPeriods = periods.filter(({ endDate }) => endDate === id.endDate);
    const [expected] = expectedPeriodsOfAccount(
      reader,
      workspace,
      account,
      matchingPeriods,
      feeCalculationSettings(workspace),
    ).periods;
    return {
      terms: compareAccount(reader, workspace.agreedTerms, account),
      expected: expected ?? null,
      debit: this.#feesByAccount(id).get(account) ?? null,
    };
  }

  /**
   * Records a verdict about an account of the sample, with the data shown to the reviewer. Fails with `changed-since`
   * if that is not the current data.
   */
  recordVerdict(
    id: PeriodId,
    account: string,
    {
      verdict,
      reason,
      shown,
    }: {
      readonly verdict: SampleVerdict | null;
      readonly reason: string;
      readonly shown: SampleDetail | null;
    },
  ): void {
    const { periods } = this.#deps.workspace;
    const sample = periods.sample(id);
    if (!sample?.items.some((item) => item.account === account)) throw fail('not-found', { where: 'sample' });
    const current = this.sampleDetail(id, account);
    if (verdict && (!shown || detailText(shown) !== detailText(current)))
      throw fail('changed-since', { where: 'decision' });
    const evidence = JSON.stringify(current);
    periods.judge(
      sample.uid,
      account,
      verdict && { verdict, reason, shown: evidence, ...this.#userAndTime() },
    );
  }

  /**
   * Signs the current state of a period. Fails with `changed-since` unless its sections have the hashes that were
   * shown to the user, and with `not-allowed` without the approval that the team requires.
   */
  async sign(id: PeriodId, note: string, shownHashes: readonly string[]): Promise<PeriodSignature> {
    const { workspace, guard } = this.#deps;
    const reading = await guard?.readLog(); // may bring colleagues' changes
    const prepared = await this.#prepareToSign(id, shownHashes);
    const approved = this.#withTimesOfRequest(prepared.content);
    const usedApproval = guard?.require(guardedPeriod(approved, note), reading ?? NOT_READ) ?? null;
    const signed = usedApproval ? approved : prepared.content;
    const content = contentText(signed);
    const { left, sections } = signed.period;
    const { at, by } = this.#userAndTime();
    const names = usedApproval && guard ? guard.namesOf(usedApproval) : null;
    const approval =
      usedApproval && names
        ? { id: usedApproval.id, by: names['approved by'], at: usedApproval.decided ?? at }
        : null;
    const signature = {
      ...id,
      signedAt: at,
      signedBy: by,
      note,
      contentSha256: sha256(content),
      approval,
    };
    const seal = periodSealOf(signature);
    return workspace.transaction(() => {
      const stored = workspace.periods.sign(
        { ...signature, seal },
        { content, tables: deflateRawSync(prepared.tables), setup: prepared.setup },
        left,
      );
      if (approval) workspace.team.share('approval', [{ key: approval.id, value: { kind: 'sent' } }]);
      const facts = { period: id.endDate, firm: id.firm ?? '', open: left.join(', '), seal };
      workspace.activity.note({
        kind: 'period-sign',
        count: sections.length,
        facts: { ...facts, ...names },
      });
      return stored;
    });
  }

  /**
   * Returns what a colleague approves: the current state of a period with the note of the request, or of the latest
   * one if it is null. Fails with `changed-since` unless the sections have the hashes of the request, and with
   * `refused` if its note could contain a tax ID.
   */
  async guardedRows(id: PeriodId, request: SignatureRequest | null): Promise<GuardedRows> {
    if (!request) {
      const { content } = await this.#prepareToSign(id, null);
      return guardedPeriod(this.#withTimesOfRequest(content), this.#latestRequest(id)?.note ?? '');
    }
    if (withoutTaxIds(request.note) !== request.note) throw fail('refused', { detail: { code: 'tax-id' } });
    const { content } = await this.#prepareToSign(id, request.sections);
    return guardedPeriod(content, request.note);
  }

  /** Returns the period that a colleague requested approval to sign. */
  toSign(approval: string): PeriodToSign {
    const { approvals } = this.#deps.workspace.team;
    const stored = approvals.find(approval);
    if (stored?.request.kind !== 'period-request') throw fail('not-found', { where: 'approval' });
    return periodOfRows(approvals.rows(stored));
  }

  /** Returns the content with the times of the latest request for approval, which a colleague saw. */
  #withTimesOfRequest(content: PeriodContent): PeriodContent {
    const request = this.#latestRequest(content.period);
    return request ? withTimesOf(content, request.period) : content;
  }

  /** Returns this member's latest request to sign a period, if neither withdrawn nor used; null if there is none. */
  #latestRequest(id: PeriodId): PeriodToSign | null {
    const { team } = this.#deps.workspace;
    const { self } = team;
    if (self?.state !== 'member') return null;
    const latest = team.approvals
      .list()
      .findLast(
        ({ subject, requester, state }) =>
          subject === periodSubject(id) &&
          requester === self.member &&
          state !== 'withdrawn' &&
          state !== 'sent',
      );
    try {
      return latest ? this.toSign(latest.id) : null;
    } catch (error) {
      // Rows whose hash is not the request's, or that another version of the app wrote, approve nothing.
      if (isFailure(error, 'changed-since') || error instanceof ZodError) return null;
      throw error;
    }
  }

  /**
   * Returns what would be signed. With `shownHashes`, to sign it or to ask for approval, fails with `not-allowed` while
   * lists are incomplete, and with `changed-since` unless all of it comes from the data that was shown.
   */
  async #prepareToSign(
    id: PeriodId,
    shownHashes: readonly string[] | null,
  ): Promise<{ content: PeriodContent; tables: Buffer; setup: Uint8Array }> {
    const { reader, pause } = this.#deps;
    const version = reader.version;
    const { signature: _, colleagues: __, ...shown } = await this.get(id);
    const period = { ...shown, sections: shown.sections.map(signedSection) };
    if (shownHashes && period.sections.some(({ facts }) => hasIncompleteLists(facts)))
      throw fail('not-allowed', { detail: { code: 'lists-incomplete' } });
    if (shownHashes && period.sections.map((item) => item.sha256).join() !== shownHashes.join())
      throw fail('changed-since', { where: 'signature' });
    const setup = await copySetup(reader, id.firm, pause);
    const tables = Buffer.from(JSON.stringify(await this.#buildTables(period)), 'utf8');
    // The setup copy and the tables must come from the same data as the sections: colleagues' changes may arrive.
    if (reader.version !== version || signedDataText(await this.get(id)) !== signedDataText(period))
      throw fail('changed-since', { where: 'signature' });
    const tablesSha256 = sha256(tables);
    const setupSha256 = sha256(inflateRawSync(setup));
    return { content: { format: 1, period, tablesSha256, setupSha256 }, tables, setup };
  }

  /** Returns the signed content; null if the stored data is not what was signed. */
  signedContent(signature: PeriodSignature): PeriodContent | null {
    const sealed = this.#deps.workspace.periods.sealed(signature.id);
    if (!sealed || !isSealIntact(signature, sealed.content, this.#loggedSeals())) return null;
    try {
      const content = parseContent(sealed.content);
      const isUnchanged =
        sha256(inflateRawSync(sealed.setup)) === content.setupSha256 &&
        sha256(inflateRawSync(sealed.tables)) === content.tablesSha256;
      return isUnchanged ? content : null;
    } catch {
      return null; // content that cannot be read was changed
    }
  }

  /** Returns the seals of the signatures in the activity log. */
  #loggedSeals(): ReadonlySet<string> {
    const { activity } = this.#deps.workspace;
    return new Set(activity.factsOf('period-sign').map(({ seal }) => String(seal)));
  }

  async #buildTables({ sections, firm, endDate }: PeriodContent['period']): Promise<PeriodTables> {
    const id = { firm, endDate };
    const { workspace } = this.#deps;
    const findings = this.firmFindings(id.firm, new Set([...BILLING_RULES, ...CASH_RULES]))?.findings ?? [];
    const titles = this.#findingTitles(findings);
    const isDetermined = (name: SectionName): boolean =>
      !sections.some(({ facts }) => facts.name === name && lacksLists(facts));
    const setup = (isDetermined('setup') && (await this.setupChanges(id))?.changes) || [];
    const terms = isDetermined('terms')
      ? (await this.firmTerms(id.firm)).filter(({ result }) => result !== 'no-agreement')
      : [];
    const sample = (workspace.periods.sample(id)?.items ?? []).map(({ account, verdict }) => ({
      account,
      shown: verdict?.shown ? (JSON.parse(verdict.shown) as SampleDetail) : null,
      seen: verdict?.seen ?? null,
    }));
    return {
      setup,
      findings: findings.map(({ rule, key, state, mark }) => ({
        rule,
        key,
        title: titles.get(`${ruleNamed(rule).resource} ${key}`) ?? key,
        state,
        mark,
      })),
      refunds: isDetermined('refunds') ? await this.periodRefunds(id) : [],
      terms,
      names: this.#labelsOf(
        setup,
        [...terms, ...sample.flatMap(({ shown }) => shown?.terms ?? [])],
        sample.flatMap(({ seen }) => seen?.terms?.structure ?? []),
      ),
      sample,
      signOffs: sharedSignOffs(
        workspace,
        sections.flatMap(({ facts }) =>
          facts.name === 'files' ? facts.files.map(({ fileId }) => fileId) : [],
        ),
      ),
    };
  }

  /** Returns the labels of the records that setup changes and terms refer to by ID, and of these fee structures. */
  #labelsOf(
    setup: readonly SetupChange[],
    terms: readonly AccountTerms[],
    structures: readonly string[],
  ): RecordLabels {
    const wanted = new WantedLabels();
    wanted.add('feeStructures', structures);
    for (const { field, before, after } of setup)
      for (const value of [before, after]) {
        const referenced = setupIds(field, value);
        if (referenced) wanted.add(referenced.list, referenced.ids);
      }
    addTermsIds(wanted, terms);
    return wanted.read(this.#deps.reader);
  }

  /** Returns the titles of the records with findings, by list and key. */
  #findingTitles(findings: FindingList): ReadonlyMap<string, string> {
    return new Map(
      [...recordsOf(findings)].flatMap(([resource, keys]) =>
        this.#deps.reader
          .named(resource, [...keys])
          .map(
            ({ key, title, subtitle }) =>
              [`${resource} ${key}`, [title, subtitle].filter(Boolean).join(' · ')] as const,
          ),
      ),
    );
  }

  /** Returns the findings of some rules about a firm's records; null until the rules have checked the current data. */
  firmFindings(firm: PeriodId['firm'], rules: ReadonlySet<RuleId>): CheckedFindings | null {
    const checked = this.#deps.findings(rules);
    if (!checked || firm === null) return checked;
    const others = this.#recordsOfOtherFirms(firm, checked.findings);
    const isOfThisFirm = ({ rule, key }: FindingList[number]): boolean =>
      !others.has(`${ruleNamed(rule).resource} ${key}`);
    return { ...checked, findings: checked.findings.filter(isOfThisFirm) };
  }

  /** Returns the setup changes since the firm's last signature before this period; null if it signed none. */
  setupChanges(id: PeriodId): Promise<SetupChanges> | null {
    const { reader, workspace, pause } = this.#deps;
    const previous = workspace.periods.signatureBefore(id);
    const copy = previous && workspace.periods.sealed(previous.id)?.setup;
    if (!copy) return null;
    return this.#setupChanges.get(`${reader.version} ${previous.id}`, () =>
      compareSetup(reader, id.firm, copy, pause),
    );
  }

  /** Returns the refunds and first bills of the period, about accounts of its firm. */
  async periodRefunds({ firm, endDate }: PeriodId): Promise<readonly RefundCase[]> {
    const cases = (await this.#deps.refunds()).filter((item) => item.endDate === endDate);
    return this.#ofFirm(firm, cases, ({ account }) => account);
  }

  /** Returns the firm's accounts compared with their agreed terms. */
  async firmTerms(firm: PeriodId['firm']): Promise<readonly AccountTerms[]> {
    const { rows } = await this.#deps.terms();
    return this.#ofFirm(firm, rows, ({ key }) => key);
  }

  /** Returns the items whose account belongs to the firm's work. */
  #ofFirm<T>(firm: PeriodId['firm'], items: readonly T[], accountOf: (item: T) => string): readonly T[] {
    if (firm === null) return items;
    const firms = firmsOfRecords(this.#deps.reader, 'accounts', items.map(accountOf));
    return items.filter((item) => belongsToFirm(firm, firms.get(accountOf(item))));
  }

  /**
   * Returns the exact total fee of each account that the period's files bill; null if an amount could not be read or may
   * count twice.
   */
  #feesByAccount(id: PeriodId): ReadonlyMap<string, string | null> {
    const { reader, workspace } = this.#deps;
    const { feeHistory } = workspace;
    const listed = listedFileIds(reader);
    const archives = feeHistory
      .archives(listed)
      .filter(({ endDate, firmId }) => endDate === id.endDate && firmId === id.firm);
    const files = archives.map(({ fileId }) => [fileId, listed.has(fileId)]);
    // Lines without a matching account may have one after the next refresh.
    const hasUnmatched = archives.some((archive) => feeHistory.unmatchedRefs(archive).length > 0);
    const key = JSON.stringify([id, feeHistory.version, files, hasUnmatched ? reader.version : null]);
    return this.#fees.get(key, () => {
      const late = lateMatchesIn(reader, feeHistory, archives);
      const amounts = new Map<string, (string | null)[]>();
      for (const { account, amount } of feesOfPeriod(feeHistory, id.endDate, listed, id.firm, late))
        if (account !== null) appendTo(amounts, account, amount);
      for (const refs of refsThatMayCountTwice(feeHistory, archives, listed))
        for (const ref of refs) amounts.get(accountOfLine(ref, late) ?? '')?.push(null);
      for (const account of lateMatchesThatMayCountTwice(feeHistory, archives, listed, late))
        amounts.get(account)?.push(null);
      return new Map(
        [...amounts].map(([account, all]) => [account, all.includes(null) ? null : sumOf(all)] as const),
      );
    });
  }

  async #sections(
    id: PeriodId,
    signed: PeriodContent | null,
  ): Promise<{ sections: PeriodSection[]; earlierHashes: EarlierListHashes }> {
    const checks = this.#deps.workspace.periods.checks(id);
    const { reader } = this.#deps;
    const completed = reader.completedLists();
    const refused = reader.refusedLists();
    const missingFor = (name: SectionName): ListFacts | null => listFactsOf(name, completed, refused);
    const files = { ...this.#fileFacts(id, signed), ...missingFor('files') };
    const findings = this.#ruleFacts(id, BILLING_RULES);
    const cash = this.#ruleFacts(id, CASH_RULES);
    const refunds = await this.#refundFacts(id, missingFor('refunds'));
    const terms = await this.#termsFacts(id, missingFor('terms'));
    const facts: SectionFacts[] = [
      await this.#setupFacts(id, missingFor('setup')),
      { name: 'findings', ...findings.facts },
      files,
      { name: 'cash', ...cash.facts },
      refunds.facts,
      terms.facts,
      this.#sampleFacts(id, files, missingFor('sample')),
      { name: 'steps', steps: this.#deps.workspace.periods.steps(id) },
    ];
    const earlierHashes = {
      findings: findings.earlierHash,
      cash: cash.earlierHash,
      refunds: refunds.earlierHash,
      terms: terms.earlierHash,
    };
    const sections = facts.map((item) =>
      sectionOf(
        item,
        checks,
        earlierHashes,
        ({ section, by }) => !lacksLists(item) && (section !== 'sample' || this.#knowsDebits(files, by)),
      ),
    );
    return { sections, earlierHashes };
  }

  /**
   * Returns whether this computer knows the debits that a person saw: a colleague may have lines that are missing here.
   */
  #knowsDebits({ files }: FileFacts, by: string): boolean {
    return (
      by === this.#deps.user() ||
      files.every(({ comparison }) => comparison.state === 'compared' || comparison.why !== 'no-lines')
    );
  }

  async #setupFacts(id: PeriodId, missing: ListFacts | null): Promise<SectionFacts> {
    if (missing) return { ...NO_CHANGES, ...missing };
    const previous = this.#deps.workspace.periods.signatureBefore(id);
    const refused = previous ? this.#listsMissingInCopy(previous) : [];
    if (refused.length > 0) return { ...NO_CHANGES, refused: [...refused] };
    const setup = await this.setupChanges(id);
    if (!previous || !setup)
      return {
        ...NO_CHANGES,
        ...(this.#isEarlierSignedByColleague(id) && { isSignedByColleague: true as const }),
      };
    return {
      name: 'setup',
      since: { endDate: previous.endDate, signedAt: previous.signedAt },
      total: setup.changes.length,
      byField: [...setup.byField],
      changes: setup.changes.slice(0, MAX_SHOWN_CHANGES),
      sha256: setup.sha256,
    };
  }

  /** Returns the lists that the setup copy of a signature lacks: the service refused them when it was signed. */
  #listsMissingInCopy({ id }: PeriodSignature): readonly ResourceName[] {
    const content = this.#deps.workspace.periods.sealedContent(id);
    try {
      const sections = content === null ? [] : parseContent(content).period.sections;
      // Those of the setup may be lists that only the copy before it lacked.
      const refused = sections.flatMap(({ facts }) => (facts.name === 'refunds' ? refusedLists(facts) : []));
      return refused.filter((resource) => SETUP_LISTS.includes(resource));
    } catch {
      return []; // content that cannot be read was changed
    }
  }

  #isEarlierSignedByColleague({ firm, endDate }: PeriodId): boolean {
    return countedColleagueSignatures(this.#deps.workspace).some(
      (other) => other.firm === firm && other.endDate < endDate,
    );
  }

  #ruleFacts(id: PeriodId, rules: ReadonlySet<RuleId>) {
    const checked = this.firmFindings(id.firm, rules);
    const byRule = new Map<RuleId, FindingCounts>();
    const counts = zeroFindings();
    for (const { rule, state } of checked?.findings ?? []) {
      getOrCompute(byRule, rule, zeroFindings)[state] += 1;
      counts[state] += 1;
    }
    const { listSha256, earlierHash } = listHashes(
      checked?.findings ?? [],
      ({ rule, key, state }) => `${rule} ${key} ${state}`,
      // The values of a waived or reviewed finding are part of its state.
      ({ state, values }) => (state === 'open' || state === 'flagged' ? values : ''),
    );
    const facts = {
      checkedAt: checked?.checkedAt ?? null,
      counts,
      rules: [...byRule].map(([rule, ruleCounts]) => ({ rule, counts: ruleCounts })),
      unchecked: [...(checked?.unchecked ?? [])],
      sha256: listSha256,
    };
    return { facts, earlierHash };
  }

  #fileFacts(id: PeriodId, signed: PeriodContent | null): FileFacts {
    const signedFacts = signed?.period.sections.find(({ facts: { name } }) => name === 'files')?.facts;
    const { reader, workspace } = this.#deps;
    const files = periodFiles(reader, workspace, id, signedFacts?.name === 'files' ? signedFacts.files : []);
    const comparisonOf = this.#fileComparisons();
    return {
      name: 'files',
      files: files.map((file) => ({
        ...file,
        comparison:
          file.state === 'replaced' ? { state: 'not-compared', why: 'replaced' } : comparisonOf(file.fileId),
      })),
    };
  }

  /** Returns a function that gives a fee file's comparison with the setup. */
  #fileComparisons(): (fileId: string) => FileComparison {
    const { reader, workspace } = this.#deps;
    const archives = workspace.feeHistory.archives(listedFileIds(reader));
    const withLines = new Set(archives.map(({ fileId }) => fileId));
    const compared = comparedFiles(archives);
    const checked = this.#deps.findings(FILE_RULES);
    const countsByFile = new Map<string, { open: number; closed: number }>();
    for (const { state, files } of checked?.findings ?? [])
      for (const fileId of files) {
        const counts = getOrCompute(countsByFile, fileId, () => ({ open: 0, closed: 0 }));
        counts[state === 'open' || state === 'flagged' ? 'open' : 'closed'] += 1;
      }
    return (fileId) => {
      if (!withLines.has(fileId)) return { state: 'not-compared', why: 'no-lines' };
      if (!compared.has(fileId)) return { state: 'not-compared', why: 'earlier-period' };
      if (!checked) return { state: 'not-compared', why: 'not-checked' };
      const { open, closed } = countsByFile.get(fileId) ?? { open: 0, closed: 0 };
      return { state: 'compared', open, closed, unchecked: checked.unchecked.length };
    };
  }

  async #refundFacts(id: PeriodId, missing: ListFacts | null): Promise<FactsWithEarlierHash> {
    const cases = missing ? [] : await this.periodRefunds(id);
    const counts = countByState(REFUND_STATES, cases.map(refundStateOf));
    const { listSha256, earlierHash } = listHashes(
      cases,
      (item) => `${item.account} ${item.kind} ${JSON.stringify(item.decision)}`,
      ({ day, debit, result }) => JSON.stringify([day, debit, result]),
    );
    const advance = this.#deps.workspace.refunds.setting()?.advance ?? null;
    return { facts: { name: 'refunds', ...missing, advance, counts, sha256: listSha256 }, earlierHash };
  }

  async #termsFacts({ firm }: PeriodId, missing: ListFacts | null): Promise<FactsWithEarlierHash> {
    const rows = missing ? [] : await this.firmTerms(firm);
    const counts = countByState(
      TERMS_RESULTS,
      rows.map(({ result }) => result),
    );
    const { listSha256, earlierHash } = listHashes(
      rows,
      ({ key, result }) => `${key} ${result}`,
      comparedTermsText,
    );
    const agreements = rows.filter(({ agreement }) => agreement !== null).length;
    return { facts: { name: 'terms', ...missing, counts, agreements, sha256: listSha256 }, earlierHash };
  }

  #sampleFacts(id: PeriodId, files: FileFacts, missing: ListFacts | null): SectionFacts {
    const sample = this.#deps.workspace.periods.sample(id);
    if (!sample) return { name: 'sample', drawn: null, items: [] };
    const fees = this.#feesByAccount(id);
    const rows = this.#deps.reader.rowsOf(
      'accounts',
      sample.items.map(({ account }) => account),
      ['name', 'number'],
    );
    const known = new Map(rows.map(([, key, name, number]) => [String(key), { name, number }]));
    const isOutdated = (account: string, { shown, seen, by }: StoredVerdict): boolean => {
      const compared = shown === null ? seen : (JSON.parse(shown) as SampleDetail);
      const isKnown = compared !== null && (shown !== null || this.#knowsDebits(files, by));
      return isKnown && compared.debit !== (fees.get(account) ?? null);
    };
    return {
      name: 'sample',
      ...missing,
      drawn: sample.drawn,
      items: sample.items.map(({ account, isChosen, verdict }) => {
        const { name = null, number = null } = known.get(account) ?? {};
        return {
          account,
          isChosen,
          verdict: verdict?.verdict ?? null,
          reason: verdict?.reason ?? '',
          judged: verdict && { at: verdict.at, by: verdict.by },
          name: name === null ? account : String(name),
          number: number === null ? null : String(number),
          debit: fees.get(account) ?? null,
          ...(verdict && isOutdated(account, verdict) && { isOutdated: true as const }),
        };
      }),
    };
  }

  #custodianTotals(id: PeriodId, keys: readonly string[]): Period['custodians'] {
    const { reader, workspace } = this.#deps;
    const fileIds = new Set(keys);
    const reconciled = workspace.reconciliations
      .reconciledFiles()
      .filter(({ fileId }) => fileIds.has(fileId));
    const total = periodTotals(reader, reconciled).find(({ endDate }) => endDate === id.endDate);
    return (total?.custodians ?? []).map(({ custodian, sum }) => ({ custodian, sum }));
  }

  #signedPeriodOf(
    signature: PeriodSignature,
    signed: PeriodContent | null,
    sections: readonly PeriodSection[],
    earlierHashes: EarlierListHashes,
  ): SignedPeriod {
    const isUnapproved = this.#deps.workspace.periods.unapprovedSeals().has(signature.seal);
    if (!signed) return { ...signature, state: 'broken', changed: [], open: [], isUnapproved };
    const signedHashes = new Map(signed.period.sections.map((item) => [item.facts.name, item.sha256]));
    const changed = sections.flatMap(({ facts }) =>
      this.#countsAgainstSignature(signature, facts) &&
      !coversFacts(signedHashes.get(facts.name), facts, earlierHashes)
        ? facts.name
        : [],
    );
    return {
      ...signature,
      state: changed.length > 0 ? 'changed' : 'holds',
      changed,
      open: signed.period.left,
      isUnapproved,
    };
  }

  /**
   * Returns whether a later change of a section counts against the signature. Setup, findings, cash and terms describe
   * the current data: once a later period of the firm is signed, here or by a colleague, their changes belong to it.
   */
  #countsAgainstSignature({ firm, endDate }: PeriodSignature, facts: SectionFacts): boolean {
    const isUnchecked = (facts.name === 'findings' || facts.name === 'cash') && facts.checkedAt === null;
    // The rules have not run yet, or lists are missing: this says nothing about the data.
    if (isUnchecked || lacksLists(facts)) return false;
    if (FINAL_SECTIONS.has(facts.name)) return true;
    const { workspace } = this.#deps;
    const isLater = (other: PeriodId): boolean => other.firm === firm && other.endDate > endDate;
    return (
      !workspace.periods.signatures().some(isLater) && !countedColleagueSignatures(workspace).some(isLater)
    );
  }

  /** Returns the records with findings that belong to other firms, by list and key. */
  #recordsOfOtherFirms(firm: string, findings: FindingList): ReadonlySet<string> {
    const others = new Set<string>();
    for (const [resource, keys] of recordsOf(findings))
      for (const [key, recordFirm] of firmsOfRecords(this.#deps.reader, resource, [...keys]))
        if (!belongsToFirm(firm, recordFirm)) others.add(`${resource} ${key}`);
    return others;
  }

  #userAndTime(): { at: string; by: string } {
    return { at: this.#deps.now().toISOString(), by: this.#deps.user() };
  }
}

/** Returns whether the activity log has the seal, and the seal covers the content. */
const isSealIntact = (signature: PeriodSignature, content: string, logged: ReadonlySet<string>): boolean =>
  periodSealOf(signature) === signature.seal &&
  sha256(content) === signature.contentSha256 &&
  logged.has(signature.seal);

/** Returns the keys of the records with findings, by list. */
function recordsOf(findings: FindingList): ReadonlyMap<ResourceName, ReadonlySet<string>> {
  const keys = new Map<ResourceName, Set<string>>();
  for (const { rule, key } of findings)
    getOrCompute(keys, ruleNamed(rule).resource, () => new Set()).add(key);
  return keys;
}
