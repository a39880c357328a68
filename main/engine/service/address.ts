import { fail } from '#contract/failure';

/** The placeholders of a path, each with its value. */
export type PathValues<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? Readonly<Record<N, string | number>> & PathValues<Rest>
  : unknown;

/**
 * Returns an endpoint's full address, and a displayable form with host and path template, because the filled
 * path may hold a tax ID. Throws `unexpected` rather than leave the given origin or path.
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
    // URL would resolve dots even if they are escaped.
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
