import type { Connection } from '#contract/connection';

const hostOf = (address: string): string => URL.parse(address)?.host ?? address;

/**
 * Names the hosts that receive a connection's key or password: the service's, and the sign-in's if it
 * differs.
 */
export function hostsText({ baseUrl, authUrl }: Pick<Connection, 'baseUrl' | 'authUrl'>): string {
  const [service, signIn] = [hostOf(baseUrl), hostOf(authUrl)];
  return service === signIn ? service : `${service} (sign-in at ${signIn})`;
}
