import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PORT_MESSAGE, type PortName } from '#contract/ports';
import type { Policies } from '#contract/policies';
import { fetchTokens, EIN, pickReason, rememberTypedSecrets, SSN } from './features/tax-ids/tax-id-steps';
import { writePolicyFile, startHttpsProxy } from './policy-steps';
import { launchReady } from './ready';
import { closeApp, expect, killApp, launch, test } from './running-app';
import { connectWithKey, emitPowerEvent, goTo, refreshAndWait, rows, sidebar } from './steps';
import { detachDebugger, valuesIn } from './shown-values';

const NOT_ALLOWED = 'Your organization does not allow this';

/** Answers a call: its output, or the kind of its failure. */
interface CallAnswer {
  readonly output?: unknown;
  readonly failure?: string;
}
type DirectCall = (port: PortName, call: string, input?: unknown) => Promise<CallAnswer>;

/**
 * Returns a function that calls both processes over ports that the page requested, bypassing the window’s controls.
 * Messages are oRPC's: `i` is an ID, `p` the request with its path (`u`) and body (`b`), or the response with its
 * status (`s`; 200 if left out) and body.
 */
async function directCalls(page: Page): Promise<DirectCall> {
  await page.evaluate((message) => {
    const ports = new Map<string, MessagePort>();
    const waiting = new Map<string, (answer: CallAnswer) => void>();
    const receive = ({ data }: MessageEvent) => {
      const { i, p } = JSON.parse(String(data)) as {
        i: string;
        p: { s?: number; b?: { json?: { data?: { kind?: string }; message?: string } } };
      };
      const json = p.b?.json;
      waiting.get(i)?.(
        (p.s ?? 200) < 400 ? { output: json } : { failure: json?.data?.kind ?? json?.message ?? '?' },
      );
    };
    const call = (port: string, name: string, input: unknown) =>
      new Promise<CallAnswer>((answered) => {
        const id = `direct-${waiting.size}`;
        waiting.set(id, answered);
        ports.get(port)?.postMessage(JSON.stringify({ i: id, p: { u: `/${name}`, b: { json: input } } }));
      });
    Object.assign(window, { directCall: call });
    return new Promise<void>((ready) => {
      const options = { capture: true }; // before the app's own client, which gets none of these ports
      window.addEventListener(
        'message',
        (event) => {
          const [port] = event.ports;
          if (!port) return;
          event.stopImmediatePropagation();
          port.onmessage = receive;
          ports.set((event.data as { name: string }).name, port);
          if (ports.has('desktop') && ports.has('engine')) ready();
        },
        options,
      );
      window.postMessage(message, window.location.origin);
    });
  }, PORT_MESSAGE);
  return (port, call, input) =>
    page.evaluate(
      (args) => (Reflect.get(window, 'directCall') as (...all: unknown[]) => Promise<CallAnswer>)(...args),
      [port, call, input] as const,
    );
}

test.skip(process.env['APP_BINARY'] !== undefined, 'a packaged app takes no policies or keys from a test');

test('refuses calls that bypass the window', async ({ data, firm }) => {
  const [token = ''] = await fetchTokens(firm, [SSN]);
  rememberTypedSecrets();
  const env = writePolicyFile(data, {
    ReadOnly: true,
    ExportFiles: false,
    ExportTaxIds: false,
    RevealTaxIds: false,
    DemoFirm: false,
    BackupFolder: 'none',
    UpdateAddress: '',
  });
  const running = await launchReady(data, firm, env);
  const call = await directCalls(running.page);
  const refusal = { failure: 'by-policy' };

  await test.step('in the app process', async () => {
    const file = { what: 'save', title: 'Save', name: 'a.csv', extension: 'csv' };
    expect(await call('desktop', 'choose', { ...file, purpose: 'records-export' })).toEqual(refusal);
    expect(await call('desktop', 'choose', { ...file, purpose: 'tax-ids-export' })).toEqual(refusal);
    const frame = { title: 'Accounts', date: '' };
    expect(await call('desktop', 'print/paper', frame)).toEqual(refusal);
    expect(await call('desktop', 'print/pdfBase64', frame)).toEqual(refusal);
    expect(await call('desktop', 'print/pdf', { grant: 'made-up', frame })).toEqual(refusal);
    const folder = { what: 'folder', title: 'Folder', purpose: 'backup-folder' };
    expect(await call('desktop', 'choose', folder)).toEqual(refusal);
    expect(await call('desktop', 'connections/demo', { application: 'production' })).toEqual(refusal);
    const owner = { username: firm.username, password: firm.password };
    const addresses = { baseUrl: firm.address, authUrl: firm.address };
    expect(
      await call('desktop', 'apiKeys/remove', { ...owner, ...addresses, id: 1, keyName: 'Desk' }),
    ).toEqual(refusal);
    await call('desktop', 'updates/choose', { mode: 'install', address: 'https://updates.invalid/' });
    const { output } = await call('desktop', 'updates/setting');
    expect(output).toMatchObject({ address: '', isAddressManaged: true });
  });

  await test.step('in the engine', async () => {
    const { output: exchange } = await call('engine', 'taxIds/exchange/start', { kind: 'text', text: token });
    const { session } = exchange as { session: string };
    const reveal = { session, reason: 'Tax reporting', which: 'all' };
    expect(await call('engine', 'taxIds/exchange/reveal', reveal)).toEqual(refusal);
    expect(await call('engine', 'taxIds/exchange/copy', reveal)).toEqual(refusal);
    expect(
      await call('engine', 'taxIds/exchange/export', { session, reason: 'Tax reporting', grant: 'made-up' }),
    ).toEqual(refusal);

    const query = { resource: 'accounts', search: '', filters: [], sort: { field: 'id', descending: false } };
    const source = { from: 'records', query, selection: { kind: 'all', except: [] }, columns: ['id'] };
    expect(await call('engine', 'exports/start', { source, format: 'csv', grant: 'made-up' })).toEqual(
      refusal,
    );
    const { output } = await call('engine', 'edits/draftMany', {
      query,
      selection: { kind: 'all', except: [] },
      edits: [{ op: 'set', field: 'notes', json: '"changed"' }],
    });
    const draft = output as { id: string; total: number };
    expect(draft.total).toBeGreaterThan(100);
    await call('engine', 'edits/check', { draft: draft.id });
    expect(await call('engine', 'edits/send', { draft: draft.id, count: draft.total })).toEqual({
      failure: 'read-only',
    });
  });
  expect(firm.gate.requests.filter((request) => /^(PUT|DELETE|PATCH)/.test(request))).toEqual([]);
  await closeApp(running);
});

test('applies a policy that appears, changes or is damaged during a run', async ({ data, firm }) => {
  const file = path.join(data, 'policy.json');
  const running = await launchReady(data, firm, { FIRM_DESK_POLICY_FILE: file });
  const { app, page } = running;
  await goTo(page, 'Accounts');
  const exportButton = page.getByRole('button', { name: 'Export…' });
  await expect(exportButton).toBeEnabled();
  /** Writes the policies, and simulates waking, when the app reads them. */
  const apply = async (text: string): Promise<void> => {
    writeFileSync(file, text, { mode: 0o644 });
    await emitPowerEvent(app, 'resume');
  };

  const readOnly = page.getByText('Read-only', { exact: true }).first();
  await apply('{ "ReadOnly": true, "ExportFiles": false }');
  await expect(readOnly).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expect(exportButton).toHaveAttribute('aria-disabled', 'true');

  await apply('{ "ExportFiles": true }');
  await expect(readOnly).toBeHidden();
  await expect(exportButton).toBeEnabled();
  await refreshAndWait(page);

  await apply('{ "ExportFiles": tr');
  await expect(readOnly).toBeVisible();
  const before = [...firm.gate.requests];
  await sidebar(page)
    .getByRole('button', { name: /^(Resume r|R)efresh$/ })
    .click();
  await expect(page.getByText(NOT_ALLOWED).first()).toBeVisible();
  expect(firm.gate.requests).toEqual(before);
  const call = await directCalls(page);
  const frame = { title: 'Accounts', date: '' };
  expect(await call('desktop', 'print/pdf', { grant: 'made-up', frame })).toEqual({ failure: 'by-policy' });
  await closeApp(running);
});

test('sends nothing to addresses that ServiceAddresses does not list, but opens their data', async ({
  data,
  firm,
}) => {
  const [service, sign] = [await startHttpsProxy(firm.address), await startHttpsProxy(firm.address)];
  const start = (policies: Policies) =>
    launch(data, writePolicyFile(data, policies), ['--ignore-certificate-errors']); // a release refuses this switch
  const refresh = (page: Page) => sidebar(page).getByRole('button', { name: /^(Resume r|R)efresh$/ });
  let running = await start({});
  await running.page.getByLabel('Sign-in address').fill(sign.address);
  await connectWithKey(running.page, service.address, firm.apiKey);
  await refreshAndWait(running.page);
  await closeApp(running);
  const before = service.requests.length;
  expect(before).toBeGreaterThan(0);
  const [token = ''] = await fetchTokens(firm, [SSN]);

  for (const [what, allowed] of [
    ['another service', 'https://api.other.example'],
    ['its service address without its sign-in address', service.origin],
  ] as const)
    await test.step(what, async () => {
      const sent = [service, sign].map(({ requests }) => requests.length);
      running = await start({ ServiceAddresses: [allowed] });
      const { page } = running;
      await refresh(page).click();
      await expect(page.getByText(NOT_ALLOWED).first()).toBeVisible();
      await goTo(page, 'Accounts');
      await expect(rows(page).first()).toBeVisible();
      await goTo(page, 'Tax IDs');
      await page.getByLabel('Tokens', { exact: true }).fill(token);
      await page.getByRole('button', { name: 'Look up tax IDs' }).click();
      await expect(page.getByRole('button', { name: 'Try again for 1 line' })).toBeVisible();
      const call = await directCalls(page);
      await call('engine', 'refresh/start', {});
      const addresses = { baseUrl: service.address, authUrl: sign.address };
      const credential = { kind: 'api-key', key: firm.apiKey };
      expect(await call('desktop', 'connections/test', { ...addresses, credential })).toEqual({
        failure: 'by-policy',
      });
      const database = { host: 'localhost', port: 5432, database: 'work', login: 'ada', ca: null };
      expect(await call('engine', 'team/check', { database, password: 'secret' })).toEqual({
        output: { ok: false, problem: { code: 'by-policy' } },
      });
      await killApp(running);
      expect([service, sign].map(({ requests }) => requests.length)).toEqual(sent);
    });

  await test.step('both addresses', async () => {
    running = await start({ ServiceAddresses: [service.origin, sign.origin] });
    await refreshAndWait(running.page, () => refresh(running.page).click());
    await closeApp(running);
    expect(service.requests.length).toBeGreaterThan(before);
  });
  service.close();
  sign.close();
});

test('shows tax IDs but exports none when ExportTaxIds is false', async ({ data, firm }) => {
  rememberTypedSecrets();
  const tokens = await fetchTokens(firm, [SSN, EIN]);
  const running = await launchReady(data, firm, writePolicyFile(data, { ExportTaxIds: false }));
  const { page } = running;
  await detachDebugger(running);
  await goTo(page, 'Tax IDs');
  await page.getByLabel('Tokens', { exact: true }).fill(tokens.join('\n'));
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  const lines = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await expect(lines.first()).toContainText('•••-••-••••');
  await pickReason(page);
  await lines.first().dblclick();
  await expect(valuesIn(page).getByText(SSN)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export unmasked…' })).toHaveAccessibleDescription(
    'Your organization doesn’t allow exports of unmasked tax IDs.',
  );
  await expect(page.getByRole('button', { name: 'Show all 2' })).toBeEnabled();
  const call = await directCalls(page);
  const file = { what: 'save', title: 'Save', name: 'a.csv', extension: 'csv', purpose: 'tax-ids-export' };
  expect(await call('desktop', 'choose', file)).toEqual({ failure: 'by-policy' });
  await closeApp(running);
});

test('says before a double click that RevealTaxIds forbids showing a tax ID', async ({ data, firm }) => {
  rememberTypedSecrets();
  const tokens = await fetchTokens(firm, [SSN, EIN]);
  const running = await launchReady(data, firm, writePolicyFile(data, { RevealTaxIds: false }));
  const { page } = running;
  const explanation = 'Your organization doesn’t allow tax IDs to be shown or copied.';
  await goTo(page, 'Tax IDs');
  await expect(page.getByRole('heading', { name: 'Tax IDs stay masked' })).toBeVisible();
  await page.getByLabel('Tokens', { exact: true }).fill(tokens.join('\n'));
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  const list = page.getByRole('region', { name: 'Results' }).getByRole('listbox');
  const lines = list.getByRole('option');
  await expect(lines.first()).toContainText('•••-••-••••');
  await expect(list).toHaveAccessibleDescription(explanation);
  await expect(page.getByText(explanation, { exact: true }).filter({ visible: true })).toBeVisible();
  await pickReason(page);
  await lines.first().dblclick();
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toHaveAccessibleDescription(
    explanation,
  );
  await expect(lines.first()).toContainText('•••-••-••••');
  await expect(page.getByText(NOT_ALLOWED)).toHaveCount(0);
  await closeApp(running);
});

test('writes the log in the folder that LogFolder names', async ({ data }) => {
  const folder = path.join(data, 'logs of all users');
  mkdirSync(folder);
  const running = await launch(data, writePolicyFile(data, { LogFolder: folder }));
  const log = path.join(folder, userInfo().username, 'firm-desk.log');
  await expect.poll(() => existsSync(log) && readFileSync(log, 'utf8')).toContain('app.start');
  await closeApp(running);
  expect(existsSync(path.join(data, 'logs/firm-desk.log'))).toBe(false);
});
