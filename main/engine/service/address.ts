import { fail } from '../../../preload/contract/failure';

/** The names in braces of a path, each with its value. */
export type PathValues<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? Readonly<Record<N, string | number>> & PathValues<Rest>
  : unknown;

/**
 * The full address of an endpoint, and the words for it that may be shown: host and path template, because the
 * filled path may hold a tax id. Throws `unexpected` rather than leave the origin or the path it was given.
 */
export function addressOf(
  root: string,
  template: string,
  values: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, string | number>> = {},
): { url: URL; where: string } {
  const base = new URL(root);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    // URL would resolve dots even when they are escaped.
    if (value === '' || value === '.' || value === '..')
      throw fail('unexpected', { cause: `no ${name} for ${template}` });
    return encodeURIComponent(value);
  });
  const prefix = base.pathname.replace(/\/+$/, '');
  const url = new URL(`${base.origin}${prefix}${path}`);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`)) {
    throw fail('unexpected', { cause: `${template} leads away from the service` });
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return { url, where: `${base.host}${prefix}${template}` };
}
