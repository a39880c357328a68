import { expect, it } from 'vitest';
import type { AgreedTerms } from '#contract/features/agreed-terms/schemas';
import {
  agreedTermsStore,
  type AgreedTermsStore,
} from '#engine/features/agreed-terms/saved-work/agreed-terms';
import { shareAgreedTerms } from '#engine/features/agreed-terms/saved-work/share-terms';
import { MemoryLog } from '../team/memory-log';
import { teamOfTwo, Writer } from '../team/writers';

const NONE = { structure: null, tiers: null, flatDollars: null, collection: null, frequency: null } as const;
const stores = new WeakMap<object, AgreedTermsStore>();
function termsOf({ db, store }: Writer): AgreedTermsStore {
  const opened = stores.get(store) ?? agreedTermsStore(db, shareAgreedTerms(store));
  stores.set(store, opened);
  return opened;
}

let imports = 0;
/** Imports a rate for account 1, each import a minute after the last one. */
function importRate(
  writer: Writer,
  rate: string,
  date = '2026-01-05',
  reference: string | null = null,
): void {
  imports += 1;
  const at = `2026-11-28T09:${String(imports % 60).padStart(2, '0')}:00.000Z`;
  const terms: AgreedTerms = { ...NONE, rate };
  termsOf(writer).add({ file: 'terms.xlsx', at, by: writer.name }, [
    { target: 'account', key: '1', date, terms, reference, line: 2 },
  ]);
}
/** Date, rate and importer of every version, the applicable one first. */
const versions = (writer: Writer): string[] =>
  termsOf(writer)
    .agreementsOf('account', '1')
    .map(({ date, terms, importedBy }) => `${date} ${terms.rate} ${importedBy}`);
const appliedRates = (writer: Writer): (string | null)[] =>
  termsOf(writer)
    .current()
    .map(({ terms }) => terms.rate);

it('applies the later of two log entries for one date everywhere, and keeps the earlier', async () => {
  const { log, anna, ben, syncAll } = await teamOfTwo();
  importRate(anna, '0.8');
  importRate(ben, '0.9'); // imported later, and earlier in the log
  expect(appliedRates(ben)).toEqual(['0.9']);
  await ben.run(log);
  await syncAll();
  for (const writer of [anna, ben]) {
    expect(versions(writer)).toEqual(['2026-01-05 0.8 Anna', '2026-01-05 0.9 Ben']);
    expect(appliedRates(writer)).toEqual(['0.8']);
  }
  importRate(ben, '0.7', '2025-01-05');
  await syncAll();
  expect(appliedRates(anna)).toEqual(['0.8']);
  expect(versions(anna)).toEqual(['2026-01-05 0.8 Anna', '2026-01-05 0.9 Ben', '2025-01-05 0.7 Ben']);
  ben.sync.ledger.refold();
  await syncAll();
  expect(versions(ben)).toEqual(versions(anna));
});

it('applies an import before it is shared, and new imports after leaving the team', async () => {
  const { anna, ben, syncAll } = await teamOfTwo();
  importRate(ben, '0.9');
  await syncAll();
  importRate(anna, '0.8');
  expect(appliedRates(anna)).toEqual(['0.8']);
  await syncAll();
  anna.store.clear();
  importRate(anna, '0.5');
  expect(appliedRates(anna)).toEqual(['0.5']);
  expect(versions(anna)).toHaveLength(3);
});

it('masks possible tax IDs in shared references, but not on the computer that imported them', async () => {
  const { anna, ben, syncAll } = await teamOfTwo();
  importRate(anna, '0.8', '2026-01-05', 'IMA 078-05-1120');
  await syncAll();
  const referenceOf = (writer: Writer) => termsOf(writer).agreementsOf('account', '1')[0]?.reference;
  expect(referenceOf(ben)).toBe('IMA •••••••••');
  expect(referenceOf(anna)).toBe('IMA 078-05-1120');
});

it('refuses an import by a viewer', async () => {
  const { anna } = await teamOfTwo();
  anna.store.setSharing('refused');
  expect(() => importRate(anna, '0.8')).toThrow('not-allowed');
  expect(versions(anna)).toEqual([]);
});

it('shares the founder’s terms, and those of a joining member who chose to bring them', async () => {
  for (const bring of [['agreed-terms'], []] as const) {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    importRate(anna, '0.8');
    importRate(anna, '0.85');
    importRate(ben, '0.9');
    const team = anna.foundTeam();
    anna.store.items.storeEarlierWork(anna.id);
    anna.store.shareEarlier('all');
    anna.admit(ben);
    ben.join(team, anna, bring);
    for (const writer of [anna, ben, anna, ben]) await writer.run(log);
    const annaVersions = ['2026-01-05 0.85 Anna', '2026-01-05 0.8 Anna'];
    const benVersion = '2026-01-05 0.9 Ben';
    expect(versions(anna)).toEqual(bring.length > 0 ? [benVersion, ...annaVersions] : annaVersions);
    // Terms that Ben did not bring stay on his computer, after those in the team's log.
    expect(versions(ben)).toEqual(
      bring.length > 0 ? [benVersion, ...annaVersions] : [...annaVersions, benVersion],
    );
  }
});
