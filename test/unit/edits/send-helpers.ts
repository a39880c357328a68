import { EditsHarness, allRecordsQuery, onlyKeys, setField, type SentRequest } from './harness';

/** Starts a firm, and returns the keys of some of its accounts. */
export const withAccounts = async (count = 6): Promise<{ bench: EditsHarness; keys: string[] }> => {
  const bench = await EditsHarness.start();
  await bench.fetchList('accounts');
  return { bench, keys: bench.keys('accounts', count) };
};
/** Starts a firm, and returns the key of one of its accounts. */
export const withAccount = async (): Promise<{ bench: EditsHarness; key: string }> => {
  const {
    bench,
    keys: [key = ''],
  } = await withAccounts(1);
  return { bench, key };
};
export const draftNotes = (bench: EditsHarness, keys: readonly string[], text = 'Call first') =>
  bench.edits.many(allRecordsQuery('accounts'), onlyKeys(...keys), [setField('notes', text)]).id;
export const putRequests = ({ sentRequests: sent }: EditsHarness): SentRequest[] =>
  sent.filter(({ method }) => method === 'PUT');
export const recordIdsOf = ({ body }: SentRequest): string[] =>
  [JSON.parse(body) as { id: number }[]].flat().map(({ id }) => String(id));
export const refusedResponse = (...reasons: string[]) =>
  Response.json({ message: 'The request is not valid.', validation_errors: reasons }, { status: 400 });
