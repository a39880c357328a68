import type { Operation } from '#contract/operations';
import { fail, failureOf } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { ReadRecord, RemovalResponse } from '../service/parse-response';
import { JsonText } from '../service/calls';
import type { Service } from '../service/client';
import { allRecords, type ServiceList } from './service-list';

/** A record from a response. */
export type ReturnedRecord = Pick<ReadRecord<unknown>, 'raw' | 'record'>;

/** The calls of any resource, from its descriptor; bodies are JSON text, exact to the digit. */
export interface RecordCalls {
  readonly offers: (operation: Operation) => boolean;
  /** Returns true if the specification has the operation, not the wire facts alone. */
  readonly isSure: (operation: Operation) => boolean;
  /** Reads one record; null if there is none. */
  readonly get: (key: string, signal: AbortSignal) => Promise<string | null>;
  /** Returns which call `put` makes for this number of records: for one, `single` if it is sure or the only one. */
  readonly putRoute: (count: number) => 'single' | 'bulk';
  /** Reads all records of the service's list. */
  readonly list: (signal: AbortSignal) => Promise<ServiceList>;
  readonly create: (body: string, signal: AbortSignal) => Promise<ReturnedRecord>;
  readonly createMany: (bodies: readonly string[], signal: AbortSignal) => Promise<readonly ReturnedRecord[]>;
  /** Writes whole records, with the call that fits their number. */
  readonly put: (records: readonly PutRecord[], signal: AbortSignal) => Promise<readonly ReturnedRecord[]>;
  readonly remove: (id: string, signal: AbortSignal) => Promise<RemovalResponse>;
  readonly removeMany: (ids: readonly string[], signal: AbortSignal) => Promise<RemovalResponse>;
}

export interface PutRecord {
  readonly key: string;
  readonly raw: string;
  /** The parsed `raw`, if already known. */
  readonly value?: unknown;
}

/**
 * The operations of all resources have the same shape (contract/operations): one resource with all of them
 * stands for the others in types.
 */
type AnyResource = 'feeStructures';
export const callName = <O extends Operation>(resource: ResourceName, operation: O): `${AnyResource}.${O}` =>
  `${resource}.${operation}` as `${AnyResource}.${O}`;

const listOf = (texts: readonly string[]): JsonText => new JsonText(`[${texts.join(',')}]`);

/** Returns the list of records as a body; records that are already parsed are not parsed again. */
function bodyOf(records: readonly PutRecord[]): JsonText {
  const { text } = listOf(records.map(({ raw }) => raw));
  const values = records.map(({ value }) => value);
  return new JsonText(text, values.includes(undefined) ? undefined : values);
}

export function recordCalls(service: Pick<Service, 'call'>, resource: ResourceName): RecordCalls {
  const { operations, wire = [] } = resourceNamed(resource).service;
  const offers = (operation: Operation): boolean => operations.includes(operation);
  const isSure = (operation: Operation): boolean => offers(operation) && !wire.includes(operation);
  const putRoute = (count: number) =>
    count === 1 && (isSure('put') || !offers('putMany')) ? ('single' as const) : ('bulk' as const);
  return {
    offers,
    isSure,
    putRoute,
    get: async (key, signal) => {
      try {
        return (await service.call(callName(resource, 'get'), { path: { id: key }, signal })).raw;
      } catch (error) {
        if (failureOf(error).kind === 'not-found') return null;
        throw error;
      }
    },
    list: (signal) =>
      allRecords((page, limit) =>
        service.call(callName(resource, 'list'), { pager: { page, limit }, signal }),
      ),
    create: (body, signal) =>
      service.call(callName(resource, 'create'), { body: new JsonText(body), signal }),
    createMany: async (bodies, signal) =>
      (await service.call(callName(resource, 'createMany'), { body: listOf(bodies), signal })).records,
    put: async (records, signal) => {
      const [first] = records;
      if (!first) return [];
      if (putRoute(records.length) === 'single')
        return [
          await service.call(callName(resource, 'put'), {
            path: { id: first.key },
            body: new JsonText(first.raw, first.value),
            signal,
          }),
        ];
      return (await service.call(callName(resource, 'putMany'), { body: bodyOf(records), signal })).records;
    },
    remove: (id, signal) => service.call(callName(resource, 'remove'), { path: { id }, signal }),
    removeMany: (ids, signal) =>
      service.call(callName(resource, 'removeMany'), {
        body: new JsonText(`{"ids":[${ids.map(numberText).join(',')}]}`),
        signal,
      }),
  };
}

/** Returns an ID of any length as a JSON number, which the service requires. */
function numberText(id: string): string {
  if (!/^-?\d+$/.test(id)) throw fail('refused', { cause: 'an ID is not a number' });
  return id;
}
