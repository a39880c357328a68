import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { accountNumberKey } from '#engine/features/reconcile/reconciled-numbers';
import { runRules } from '#engine/features/review/check';
import { readerWith } from '../../cache/temp-cache';
import { neverYield } from './rule-findings';
import { ODD_FIRM } from './odd-firm';

/** Number of findings of each rule in the odd firm, and a hash of their keys, facts and fingerprints. */
const EXPECTED_FINDINGS: Readonly<Record<string, string>> = {
  'breakpoint-alone': '342 43462b4bc6bb3b29',
  'cash-without-frequency': '686 e01169a6269b20c9',
  'code-not-mapped': '1205 15726c06e8841c26',
  'collection-differs': '697 95c7756c5f3df07a',
  'direct-in-fee-file': '101 9273e67a03fdd5c3',
  'frequency-differs': '722 50b793052ee5060a',
  'group-empty': '188 83f919855e8485b5',
  'group-frequencies': '553 f92ec915887d53c8',
  'group-households': '911 a2f542b516bfe164',
  'household-half-grouped': '289 4905a224db5f0f9f',
  'household-split': '227 9c736f2e0d2545b4',
  'inactive-in-group': '449 b7120d30841ab819',
  'inception-after-closing': '268 54a84839323e6786',
  'inception-missing': '183 5009000f8c950038',
  'no-advisor-code': '1057 84397dfab5a06dc3',
  'no-fee-structure': '697 dbca3be19a47179d',
  'no-group': '899 61dece9c251d6776',
  'no-household': '202 d1fab0e102e043d4',
  'number-twice': '3 cb58d3b33f2dd55c',
  'owner-in-several-households': '187 c4c36f608915adf3',
  'payer-closed': '134 601a68f811a7f025',
  'payer-deferred': '129 c5d8b258420633d4',
  'payer-direct': '151 fa253bc413fdd958',
  'payer-outside': '379 384d706475b3ae32',
  quarantined: '66 fe99a133d8951da7',
  'rate-above-ceiling': '19 e5f9898589a867b4',
  'several-groups': '743 9ffa58cade4779b5',
  'structure-alike': '3 6f4960ebd93e8259',
  'structure-retired': '3 c29a07f9e5d313f6',
  'structure-unused': '8 781ae47529d6d9b1',
  'tax-status-unknown': '157 fb652788a45aecb3',
  'taxable-and-deferred': '215 8fa1c76c238206ec',
  'tiers-faulty': '19 f8a9bd198aa8cb6d',
  'tiers-rise': '6 beec33264eb5a345',
  'trade-lists-conflict': '50 c1b0468bb4b14a6c',
};

it('keeps findings and fingerprints of a large odd firm stable, so that reviews stay valid', async () => {
  const reconciled = new Set(Array.from({ length: 900 }, (_, index) => accountNumberKey('FID', `N${index}`)));
  const feeSettings = {
    retired: ['71', '75', '0097'].map((key) => ({ key, by: 'ada', at: '2026-01-02T03:04:05.000Z' })),
    ceiling: '1.2',
  };
  const { findings } = await runRules({
    reader: readerWith(ODD_FIRM),
    pause: neverYield,
    reconciled,
    feeSettings,
  });
  const summaries = [...findings].map(([rule, ruleFindings]) => {
    const findings = ruleFindings
      .all()
      .map(({ n, key, custodian, facts, fingerprint }) => [n, key, custodian, facts, fingerprint]);
    const hash = createHash('sha256').update(JSON.stringify(findings)).digest('hex').slice(0, 16);
    return [rule, `${findings.length} ${hash}`];
  });
  expect(Object.fromEntries(summaries)).toEqual(EXPECTED_FINDINGS);
});
