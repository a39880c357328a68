import { protocol, type ProtocolResponse } from 'electron';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { VALUES_ORIGIN, VALUES_PAGE } from '#contract/ports';

const HOST = 'firm-desk';
export const ORIGIN = `app://${HOST}`;

export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  `frame-src ${VALUES_ORIGIN}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html',
].join('; ');

/** The page that shows plain tax IDs: it can send nothing anywhere. */
const VALUES_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${ORIGIN}`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
const VALUES_HOST = new URL(VALUES_ORIGIN).host;

/** Returns the policy for any address of the page, and for a file of the values page; undefined for others. */
export function policyOf({ host, pathname }: URL): string | undefined {
  if (host === HOST) return CONTENT_SECURITY_POLICY;
  const isValuesFile = pathname === VALUES_PAGE || /^\/assets\/[\w.-]+$/.test(pathname);
  return host === VALUES_HOST && isValuesFile ? VALUES_POLICY : undefined;
}

/** Registers the scheme of the page. Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Returns the bytes of a file inside a folder, not behind a link that leads out of it; undefined if there is
 * none.
 */
export function bytesWithin(folder: string, pathname: string): Buffer<ArrayBuffer> | undefined {
  try {
    const file = path.join(folder, decodeURIComponent(pathname));
    const real = realpathSync(file);
    return real.startsWith(realpathSync(folder) + path.sep) ? readFileSync(real) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Electron's older API for custom schemes, deprecated but chosen on purpose
 * (docs/decisions/010-renderer-files.md).
 */
interface BufferProtocol {
  registerBufferProtocol(
    scheme: string,
    handler: (request: { readonly url: string }, respond: (response: ProtocolResponse) => void) => void,
  ): boolean;
}

/**
 * Serves the built renderer, and nothing outside its folder, under a strict policy. Resolves when a page first requests
 * a script.
 */
export function serveRenderer(root: string): Promise<void> {
  const folder = path.resolve(root);
  const bufferProtocol: BufferProtocol = protocol;
  return new Promise((resolve) => {
    bufferProtocol.registerBufferProtocol('app', (request, respond) => {
      const url = new URL(request.url);
      const type = TYPES[path.extname(url.pathname)];
      const policy = policyOf(url);
      // Read synchronously: fetching a file uses other processes, which are still starting when the window
      // opens.
      const data = type && policy ? bytesWithin(folder, url.pathname) : undefined;
      if (!type || !policy || !data) respond({ statusCode: 404, data: Buffer.alloc(0) });
      else
        respond({
          data,
          headers: {
            'Content-Type': type,
            'Content-Security-Policy': policy,
            'X-Content-Type-Options': 'nosniff',
          },
        });
      if (path.extname(url.pathname) === '.js') resolve();
    });
  });
}
