import type { CallName, DownloadName } from '#engine/service/calls';
import type { Service } from '#engine/service/client';

/** Makes one call and checks its response. `owner` is signed in with a password: an API key cannot create API keys. */
export type CallCheck = (service: Service, owner: Service) => Promise<void>;
/** Checks of some of the endpoint table's calls. */
export type CallChecks = Partial<Record<CallName | DownloadName, CallCheck>>;

export const FIRST_TWO_RECORDS = { pager: { limit: 2, page: 1 } } as const;
export const firstRecord = async (
  service: Service,
  list: `${string}.list` & CallName,
): Promise<Record<string, unknown>> => {
  const { bytes } = await service.page(list, { page: 1, limit: 1 });
  const page = JSON.parse(new TextDecoder().decode(bytes)) as { data: Record<string, unknown>[] };
  const record = page.data[0];
  if (!record) throw new Error(`${list} is empty`);
  return record;
};
/** Returns the values of one field, each once. */
export const distinctValues = (
  records: readonly { readonly record: unknown }[],
  field: string,
): unknown[] => [...new Set(records.map(({ record }) => (record as Record<string, unknown>)[field]))];
export const numericIdOf = (record: Readonly<Record<string, unknown>>): number => Number(record['id']);
export const idPath = (record: Readonly<Record<string, unknown>>) => ({ path: { id: numericIdOf(record) } });
export const responseRecord = async (
  response: Promise<{ record: unknown }>,
): Promise<Record<string, unknown>> => (await response).record as Record<string, unknown>;
