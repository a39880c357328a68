import { describe, expect, it } from 'vitest';
import { isRetryable, type Endpoint } from '#engine/service/endpoint';
import { endpoints } from '#engine/service/endpoints';

/** All endpoints in sections 4.2 to 4.7, 5.1 and 5.2 of the specification; `~` marks a deprecated one. */
const SPECIFICATION = `
  4.2  GET    /account-management/accounts                                    paged
  4.2  PUT    /account-management/accounts
  4.2  GET    /account-management/accounts/{id}                               paged
  4.2  PUT    /account-management/accounts/{id}
  4.2  POST   /account-management/accounts/filter                             paged
  4.3  POST   /account-management/tax-id/{taxid}
  4.3  POST   /account-management/tax-id
  4.3  POST   /account-management/tax-id/exchange/{tax_id_token}
  4.3  POST   /account-management/tax-id/exchange
  4.4  GET    /account-management/related-persons                             paged
  4.4  POST   /account-management/related-persons/filter                      paged
  4.5  GET    /account-management/legacy-to-partner-migrations                paged ~
  4.5  POST   /account-management/legacy-to-partner-migrations/filter         paged ~
  4.5  GET    /org/advisor-codes                                              paged
  4.5  POST   /org/advisor-codes
  4.5  DELETE /org/advisor-codes/{id}
  4.5  POST   /org/advisor-codes/create-many
  4.5  POST   /org/advisor-codes/delete-many
  4.5  POST   /org/roi-requests/send-request                                  paged
  4.6  GET    /billing/groups                                                 paged
  4.6  PUT    /billing/groups
  4.6  POST   /billing/groups                                                 paged
  4.6  GET    /billing/groups/{id}                                            paged
  4.6  PUT    /billing/groups/{id}
  4.6  DELETE /billing/groups/{id}                                            paged
  4.6  POST   /billing/groups/create-many
  4.6  POST   /billing/groups/filter                                          paged
  4.6  POST   /billing/groups/delete-many
  4.6  POST   /billing/groups/remove-assignment                               ~
  4.6  POST   /billing/groups/create-from-households                          ~
  4.6  GET    /billing/asset-adjustments                                      paged
  4.6  PUT    /billing/asset-adjustments
  4.6  POST   /billing/asset-adjustments
  4.6  GET    /billing/asset-adjustments/{id}
  4.6  PUT    /billing/asset-adjustments/{id}
  4.6  DELETE /billing/asset-adjustments/{id}
  4.6  POST   /billing/asset-adjustments/create-many
  4.6  POST   /billing/asset-adjustments/delete-many
  4.6  POST   /billing/asset-adjustments/filter                               paged
  4.6  GET    /billing/fee-upload-files                                       paged
  4.6  GET    /billing/fee-upload-files/{id}
  4.6  POST   /billing/fee-upload-files/filter                                paged
  4.6  POST   /billing/fee-upload-files/download/{id}
  4.6  GET    /billing/fee-structures                                         paged
  4.6  PUT    /billing/fee-structures
  4.6  POST   /billing/fee-structures
  5.1  POST   /oauth2/token
  5.2  POST   /auth-management/api-keys
  4.7  GET    /auth-management/api-keys                                       paged
  4.7  DELETE /auth-management/api-keys/{id}
`;

/** Endpoints in the wire facts that are not in the specification. */
const WIRE = `
  wire GET    /billing/fee-structures/{id}
  wire PUT    /billing/fee-structures/{id}
  wire DELETE /billing/fee-structures/{id}
  wire POST   /billing/fee-structures/create-many
  wire POST   /billing/fee-structures/delete-many
  wire POST   /billing/fee-structures/filter                                  paged
  wire GET    /auth-management/api-keys/{id}
  wire GET    /billing/minimums                                               paged
  wire PUT    /billing/minimums
  wire POST   /billing/minimums
  wire GET    /billing/minimums/{id}
  wire PUT    /billing/minimums/{id}
  wire DELETE /billing/minimums/{id}
  wire POST   /billing/minimums/create-many
  wire POST   /billing/minimums/delete-many
  wire POST   /billing/minimums/filter                                        paged
  wire GET    /billing/splits                                                 paged
  wire PUT    /billing/splits
  wire POST   /billing/splits
  wire GET    /billing/splits/{id}
  wire PUT    /billing/splits/{id}
  wire DELETE /billing/splits/{id}
  wire POST   /billing/splits/create-many
  wire POST   /billing/splits/delete-many
  wire POST   /billing/splits/filter                                          paged
  wire GET    /billing/reports                                                paged
  wire GET    /billing/invoices                                               paged
  wire GET    /data/source/account-balances/latest                            paged
  wire GET    /org/firms                                                      paged
  wire GET    /reporting/households                                           paged
  wire GET    /reporting/benchmarks                                           paged
  wire GET    /reporting/target-allocations                                   paged
  wire GET    /investment-management/models                                   paged
  wire GET    /data/custodian/securities/search/{q}
  wire POST   /data/custodian/securities/filter                               paged
  wire POST   /analytics/aum/by-account
  wire POST   /status/source-data
  wire GET    /jobs/                                                          paged
`;

const rowsOf = (table: string): string[] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).join(' '))
    .sort();

const all: Endpoint[] = Object.values(endpoints);
const tableRows = all
  .map((row) =>
    [row.section, row.method, row.path, row.paged ? 'paged' : '', row.deprecated ? '~' : '']
      .filter(Boolean)
      .join(' '),
  )
  .sort();

describe('the endpoint table', () => {
  it('has every endpoint of the specification, the known additional ones, and no other', () => {
    expect(tableRows).toEqual([...rowsOf(SPECIFICATION), ...rowsOf(WIRE)].sort());
  });

  it('retries only reads by GET and by filter', () => {
    const repeated = all.filter(isRetryable);
    expect(repeated.every(({ effect }) => effect === 'read')).toBe(true);
    expect(repeated.every(({ method, path }) => method === 'GET' || path.endsWith('/filter'))).toBe(true);
    expect(all.filter(({ method }) => method === 'PUT' || method === 'DELETE').some(isRetryable)).toBe(false);
  });

  it('sends everything except sign-in and keys to the base address', () => {
    const elsewhere = all.filter(({ base }) => base === 'auth').map(({ path }) => path);
    expect([...new Set(elsewhere)]).toEqual([
      '/oauth2/token',
      '/auth-management/api-keys',
      '/auth-management/api-keys/{id}',
    ]);
  });
});
