import type { Connection } from '#contract/connection';

const hostOf = (address: string): string => URL.parse(address)?.host ?? address;

/** Names where a connection sends its key or password: the service's host, and the sign-in's where it is another. */
export function hostsText({ baseUrl, authUrl }: Pick<Connection, 'baseUrl' | 'authUrl'>): string {
  const [service, signIn] = [hostOf(baseUrl), hostOf(authUrl)];
  return service === signIn ? service : `${service} (sign-in at ${signIn})`;
}
