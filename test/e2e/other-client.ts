import { expect } from './expect';

/** The address and key with which a test calls the service, as another client would. */
export interface ServiceAccess {
  readonly address: string;
  readonly apiKey: string;
}
export type ServiceAccount = Record<string, unknown> & {
  id: number;
  name: string;
  number: string;
  custodian: string;
};

const urlOf = ({ address }: ServiceAccess, id: number): string =>
  `${address}/account-management/accounts/${id}`;
const headersOf = ({ apiKey }: ServiceAccess) => ({
  authorization: `Bearer ${apiKey}`,
  'content-type': 'application/json',
});

/** Returns an account as the service has it. */
export async function readAccount(firm: ServiceAccess, id: number): Promise<ServiceAccount> {
  const response = await fetch(urlOf(firm, id), { headers: headersOf(firm) });
  return (await response.json()) as ServiceAccount;
}

/** Changes fields of an account in the service. */
export async function changeAccount(
  firm: ServiceAccess,
  id: number,
  change: Record<string, unknown>,
): Promise<void> {
  const body = JSON.stringify({ ...(await readAccount(firm, id)), ...change });
  const response = await fetch(urlOf(firm, id), { method: 'PUT', headers: headersOf(firm), body });
  expect(response.ok).toBe(true);
}
