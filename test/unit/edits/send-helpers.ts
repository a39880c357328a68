import { EditsHarness, allRecordsQuery, onlyKeys, setField, type SentRequest } from './harness';

/** Starts a firm, and returns the keys of some of its accounts. */
export const withAccounts = async (count = 6): Promise<{ harness: EditsHarness; keys: string[] }> => {
  const harness = await EditsHarness.start();
  await harness.fetchList('accounts');
  return { harness, keys: harness.firstKeys('accounts', count) };
};
/** Starts a firm, and returns the key of one of its accounts. */
export const withAccount = async (): Promise<{ harness: EditsHarness; key: string }> => {
  const {
    harness,
    keys: [key = ''],
  } = await withAccounts(1);
  return { harness, key };
};
export const draftNotes = (harness: EditsHarness, keys: readonly string[], text = 'Call first') =>
  harness.edits.draftMany(allRecordsQuery('accounts'), onlyKeys(...keys), [setField('notes', text)]).id;
export const putRequests = ({ sentRequests: sent }: EditsHarness): SentRequest[] =>
  sent.filter(({ method }) => method === 'PUT');
export const recordIdsOf = ({ body }: SentRequest): string[] =>
  [JSON.parse(body) as { id: number }[]].flat().map(({ id }) => String(id));
export const refusedResponse = (...reasons: string[]) =>
  Response.json({ message: 'The request is not valid.', validation_errors: reasons }, { status: 400 });
