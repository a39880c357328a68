import type { OpenRequest } from '#contract/calls/control';
import type { Connection } from '#contract/connection';
import { connectionOf } from './connection';

/** Builds the request to open a connection to a service; without `apiKey`, it has no credential. */
export function sampleOpenRequest(
  folder: string,
  databaseKey: string,
  { baseUrl, authUrl, apiKey }: Pick<Connection, 'baseUrl' | 'authUrl'> & { readonly apiKey?: string },
): OpenRequest {
  return {
    connection: connectionOf({ baseUrl, authUrl }),
    credential: apiKey === undefined ? null : { kind: 'api-key', key: apiKey },
    databaseKey,
    folder,
  };
}
