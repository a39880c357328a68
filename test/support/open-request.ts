import type { OpenRequest } from '../../main/engine/connection/open-connection';
import type { Connection } from '../../preload/contract/connection';
import { connectionOf } from './connection';

/** What opens a connection to a service at an address; a demo firm's key, where it is one that answers. */
export function openRequest(
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
