import { Bench, everything, only, set, type Sent } from './bench';

/** Starts a firm, and returns the keys of some of its accounts. */
export const withAccounts = async (count = 6): Promise<{ bench: Bench; keys: string[] }> => {
  const bench = await Bench.start();
  await bench.fetch('accounts');
  return { bench, keys: bench.keys('accounts', count) };
};
export const notes = (bench: Bench, keys: readonly string[], text = 'Call first') =>
  bench.edits.many(everything('accounts'), only(...keys), [set('notes', text)]).id;
export const puts = ({ sent }: Bench): Sent[] => sent.filter(({ method }) => method === 'PUT');
export const idsIn = ({ body }: Sent): string[] =>
  [JSON.parse(body) as { id: number }[]].flat().map(({ id }) => String(id));
export const refusal = (...reasons: string[]) =>
  Response.json({ message: 'The request is not valid.', validation_errors: reasons }, { status: 400 });
