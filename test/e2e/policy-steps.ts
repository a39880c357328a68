import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Policies } from '#contract/policies';
import { selfSigned } from '../support/self-signed';

/** Writes the policies of a test, which may be invalid. Returns the environment variable that names their file. */
export function writePolicyFile(
  data: string,
  policies: Policies | Readonly<Record<string, unknown>>,
): Record<string, string> {
  const file = path.join(data, 'policy.json');
  writeFileSync(file, JSON.stringify(policies), { mode: 0o644 });
  return { FIRM_DESK_POLICY_FILE: file };
}

/** Starts an https server that passes requests to another one: `ServiceAddresses` takes https origins only. */
export async function startHttpsProxy(target: string) {
  const requests: string[] = [];
  const server = createServer(selfSigned(), (request, response) => {
    requests.push(request.url ?? '');
    const { method, headers } = request;
    const forwarded = http.request(new URL(request.url ?? '', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return { origin, requests, address: origin + new URL(target).pathname, close: () => void server.close() };
}
