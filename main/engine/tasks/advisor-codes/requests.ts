import type { CodeJob, NewAdvisorCode } from '../../../../preload/contract/calls/advisor-codes';
import { fail } from '../../../../preload/contract/failure';
import type { RecordOf } from '../../../../preload/contract/resources';
import type { Service } from '../../service/client';
import { nameOf } from './known';
import type { JobLine } from './lines';
import type { Said, Sending } from './send';

const PAGE = 10_000;
const DONE: Said = { state: 'done', remark: null };
const UNNAMED: Said = { state: 'unknown', remark: 'The service’s answer does not name it.' };

type Requests = Pick<Sending, 'many' | 'one' | 'isSoAlready' | 'soAlready'>;

/** The requests that a kind of job consists of (spec 4.5). */
export const requestsOf = (
  kind: CodeJob['kind'],
  service: Pick<Service, 'call'>,
  signal: AbortSignal,
): Requests => (kind === 'create' ? creating(service, signal) : deleting(service, signal));

const creating = (service: Pick<Service, 'call'>, signal: AbortSignal): Requests => ({
  async many(lines) {
    const { records } = await service.call('advisorCodes.createMany', { body: lines.map(bodyOf), signal });
    if (records.length === 0) return lines.map(() => DONE); // an answer without words means done (wire facts B7)
    const created = new Set(records.map(({ record }) => nameOfRecord(record)));
    return lines.map((line) => (created.has(nameOfBody(bodyOf(line))) ? DONE : UNNAMED));
  },
  async one(line) {
    await service.call('advisorCodes.create', { body: bodyOf(line), signal });
    return DONE;
  },
  async isSoAlready(lines) {
    const mapped = new Set((await mapping(service, signal)).map(nameOfRecord));
    return new Set(lines.filter((line) => mapped.has(nameOfBody(bodyOf(line)))));
  },
  soAlready: 'The mapping at the service has it already.',
});

const deleting = (service: Pick<Service, 'call'>, signal: AbortSignal): Requests => ({
  async many(lines) {
    const { ids } = await service.call('advisorCodes.removeMany', { body: { ids: lines.map(idOf) }, signal });
    if (ids.length === 0) return lines.map(() => DONE);
    return lines.map((line) => (ids.includes(String(idOf(line))) ? DONE : UNNAMED));
  },
  async one(line) {
    await service.call('advisorCodes.remove', { path: { id: idOf(line) }, signal });
    return DONE;
  },
  async isSoAlready(lines) {
    const ids = new Set((await mapping(service, signal)).map(({ id }) => String(id)));
    return new Set(lines.filter((line) => !ids.has(String(idOf(line)))));
  },
  soAlready: 'The mapping at the service does not have it any more.',
});

const nameOfBody = ({ source, code }: NewAdvisorCode): string => nameOf({ custodian: source, code });

function nameOfRecord(record: unknown): string {
  const { source, code } = (record ?? {}) as Partial<RecordOf<'advisorCodes'>>;
  return nameOf({ custodian: String(source), code: String(code) });
}

/** The whole mapping as the service has it now. */
async function mapping(
  service: Pick<Service, 'call'>,
  signal: AbortSignal,
): Promise<RecordOf<'advisorCodes'>[]> {
  const all: RecordOf<'advisorCodes'>[] = [];
  for (let page = 1; ; page += 1) {
    const { records, meta } = await service.call('advisorCodes.list', {
      pager: { limit: PAGE, page },
      signal,
    });
    all.push(...records.map(({ record }) => record as RecordOf<'advisorCodes'>));
    if (records.length === 0 || !meta.hasNext) return all;
  }
}

function bodyOf({ body }: JobLine): NewAdvisorCode {
  if (!body) throw fail('unexpected', { cause: 'a wrong line was to be sent' });
  return body;
}

function idOf({ id }: JobLine): number {
  if (id === null) throw fail('unexpected', { cause: 'a code without an id was to be deleted' });
  return id;
}
