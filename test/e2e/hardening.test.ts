import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import { refusedAtStart } from '#main/app/refused-switches';
import { PORT_MESSAGE } from '#contract/ports';
import { holdKeyring } from './keyring';
import { testWithOwnApp } from './ready';
import { desktop, expect, RUN_FOLDER, test } from './running-app';
import { exploreDemo, refreshAndWait, sidebar } from './steps';

/** Kills a helper process of the app. */
async function killProcess(app: ElectronApplication, name: string): Promise<void> {
  const pid = await app.evaluate(
    ({ app: electronApp }, processName) =>
      electronApp
        .getAppMetrics()
        .find((metric) => metric.name === processName || metric.serviceName === processName)?.pid,
    name,
  );
  expect(pid).toBeGreaterThan(0);
  process.kill(pid ?? 0, 'SIGKILL');
}

test('prevents a page from opening a browser, reading the clipboard and using WebRTC', async ({
  running,
}) => {
  const { app, page } = running;
  await app.evaluate(({ shell }) => {
    const openedUrls: string[] = [];
    Object.assign(globalThis, { openedUrls });
    shell.openExternal = (url) => {
      openedUrls.push(url);
      return Promise.resolve();
    };
  });
  await app.evaluate(({ clipboard }) => clipboard.writeText('canary of the clipboard'));
  await page.mouse.click(5, 5); // a user gesture: with one, browser pages may paste
  const pasted = await page.evaluate(() => {
    const box = document.body.appendChild(document.createElement('textarea'));
    box.focus();
    (document as unknown as { execCommand: (name: string) => boolean }).execCommand('paste');
    const { value } = box;
    box.remove();
    return value;
  });
  // The fallback runtime, used where Electron cannot be downloaded, lacks this setting; it is never shipped.
  const { electron } = await app.evaluate(() => process.versions);
  if (Number.parseInt(electron) >= 40) expect(pasted).toBe('');
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let packets = 0;
  socket.on('message', () => (packets += 1));
  const clipboardRead = await page.evaluate(async (port) => {
    window.open('https://example.invalid/');
    const read = await navigator.clipboard.readText().catch(() => 'refused');
    try {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise((done) => setTimeout(done, 1_500));
    } catch {
      // refused immediately, which is fine, too
    }
    return read;
  }, socket.address().port);
  socket.close();
  expect(clipboardRead).toBe('refused');
  expect(packets).toBe(0);
  expect(await app.evaluate(() => Reflect.get(globalThis, 'openedUrls') as string[])).toEqual([]);
});

test('prevents links in a page from saving files', async ({ running }) => {
  const { app, page } = running;
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  await app.evaluate(({ session }) => {
    const saved: string[] = [];
    Object.assign(globalThis, { saved });
    session.defaultSession.on('will-download', (event, item) =>
      saved.push(`${item.getFilename()} ${event.defaultPrevented ? 'refused' : 'saved'}`),
    );
  });
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['foreign content']));
    link.download = 'invoice.exe';
    link.click();
  });
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'saved') as string[]))
    .toEqual(['invoice.exe refused']);
});

test('logs page errors by class only, and replaces a window whose process dies', async ({
  running,
  data,
}) => {
  const { app, page } = running;
  await exploreDemo(page);
  const log = () => readFileSync(path.join(data, 'logs', 'firm-desk.log'), 'utf8');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('Violet Juns');
    });
    void Promise.reject(new RangeError('Violet Juns'));
  });
  for (const kind of ['TypeError', 'RangeError'])
    await expect.poll(log).toMatch(new RegExp(`page\\.error kind=${kind} line=\\d+`));
  expect(log()).not.toMatch(/violet/i);
  const state = () =>
    app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return { crashed: contents?.isCrashed(), process: contents?.getOSProcessId() };
    });
  const stateBefore = await state();
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(log).toMatch(/window\.ended reason=(killed|crashed)/);
  // The new page's content cannot be read here: the test runner lost it with the old process.
  await expect
    .poll(async () => {
      const now = await state();
      return now.crashed === false && now.process !== stateBefore.process;
    })
    .toBe(true);
});

/**
 * Requests the page's ports twice; resolves with the names of those of the first request once the second one has
 * closed them.
 */
const requestPortsAgain = (page: Page): Promise<string[]> =>
  page.evaluate(
    (message) =>
      new Promise<string[]>((done) => {
        const replaced: string[] = [];
        const closed: string[] = [];
        window.addEventListener('message', ({ data, ports: [port] }) => {
          const { name = '' } = data as { name?: string };
          if (!port || replaced.length === 2) return; // of the second request
          replaced.push(name);
          port.addEventListener('close', () => {
            closed.push(name);
            if (closed.length === 2) done(closed.sort());
          });
          if (replaced.length === 2) window.postMessage(message, window.location.origin);
        });
        window.postMessage(message, window.location.origin);
      }),
    PORT_MESSAGE,
  );

/** Starts to record which pages received ports, and how often the app checked a page's origin. */
async function recordSentPorts(app: ElectronApplication) {
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) return;
    const recorded: { sentTo: string[]; originChecks: number } = { sentTo: [], originChecks: 0 };
    Object.assign(globalThis, { recorded });
    const post = contents.postMessage.bind(contents);
    contents.postMessage = (...args: Parameters<typeof post>) => {
      recorded.sentTo.push(contents.getURL());
      post(...args);
    };
    const prototype = Object.getPrototypeOf(contents) as object;
    Object.defineProperty(contents, 'mainFrame', {
      get: () => {
        recorded.originChecks += 1;
        return Reflect.get(prototype, 'mainFrame', contents) as unknown;
      },
    });
  });
  return () =>
    app.evaluate(() => Reflect.get(globalThis, 'recorded') as { sentTo: string[]; originChecks: number });
}

testWithOwnApp(
  'reports an engine that crashes twice, restarts it, and gives ports to the app’s page only',
  async ({ running }) => {
    const { app, page } = running;
    expect(await requestPortsAgain(page)).toEqual(['desktop', 'engine']);
    // While a foreign page is in the window, the restarted engine gives it no port.
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.loadURL('data:text/html,<h1>A foreign page</h1>'),
    );
    const recorded = await recordSentPorts(app);
    await killProcess(app, 'Firm Desk engine');
    await expect.poll(async () => (await recorded()).originChecks).toBeGreaterThan(0);
    await page.evaluate((message) => window.postMessage(message, '*'), PORT_MESSAGE);
    await app.evaluate(() => new Promise((done) => setTimeout(done, 200))); // a refused request gets no response
    expect((await recorded()).sentTo).toEqual([]);
    await page.goBack();
    await expect(page.getByText(/restarted/i).first()).toBeVisible();
    expect(new Set((await recorded()).sentTo)).toEqual(new Set(['app://firm-desk/index.html']));
    await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
    await killProcess(app, 'Firm Desk engine');
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    await expect(page.getByText(/Keep working/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await refreshAndWait(page);
  },
);

test('restarts the demo firm and the network process when they die', async ({ running, data }) => {
  const { app, page } = running;
  const log = () => readFileSync(path.join(data, 'logs', 'firm-desk.log'), 'utf8');
  const finishedRefreshes = () => log().match(/refresh\.ended state=done/g)?.length ?? 0;
  /** Refreshes; a refresh that meets a process not yet started fails and is requested again. */
  const refreshAgain = async () => {
    const finishedBefore = finishedRefreshes();
    await expect(async () => {
      const refreshButton = sidebar(page).getByRole('button', { name: /^(Refresh|Resume refresh)$/ });
      if (await refreshButton.isVisible()) await refreshButton.click();
      await expect.poll(finishedRefreshes, { timeout: 5_000 }).toBeGreaterThan(finishedBefore);
    }).toPass({ timeout: 60_000 });
  };
  await exploreDemo(page);
  await refreshAgain();
  await killProcess(app, 'Firm Desk demo firm');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  await refreshAgain();
  await expect(page.getByText(/could not be reached/i)).toHaveCount(0);
  await killProcess(app, 'Network Service');
  await expect(page.getByText('Part of Firm Desk was restarted')).toBeVisible({ timeout: 20_000 });
  expect(log()).toMatch(/network\.ended reason=\w+/);
  await refreshAgain();
});

test('reports a hung keychain within seconds, and still quits', async ({ running }) => {
  test.skip(process.platform !== 'linux', 'only Linux lets a test suspend the keychain');
  const { app, page } = running;
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  const releaseKeyring = holdKeyring();
  try {
    await page.getByRole('button', { name: 'Explore the demo firm' }).click();
    await expect(page.getByText(/keychain is locked/).first()).toBeVisible({ timeout: 15_000 });
    const child = app.process();
    const ended = once(child, 'exit');
    const startTime = performance.now();
    // It may exit before it answers.
    await app.evaluate(({ app: electronApp }) => electronApp.quit()).catch(() => undefined);
    await ended;
    expect(performance.now() - startTime).toBeLessThan(5_000);
  } finally {
    releaseKeyring();
  }
});

test('reports an unwritable folder at start instead of exiting silently', async () => {
  test.skip(process.platform !== 'linux', 'only Linux has folders that even root cannot write to');
  const program = process.env['APP_BINARY'];
  const { default: runtime } = (await import('electron')) as unknown as { default: string };
  const launchWith = (folder: string) => ({ folder, flags: [`--user-data-dir=${folder}`], env: {} });
  for (const { folder, flags, env } of [
    launchWith('/proc'),
    launchWith('/proc/nobody'), // cannot be created at all
    { folder: '/proc/nobody/Firm Desk', flags: [], env: { XDG_CONFIG_HOME: '/proc/nobody' } }, // the default folder
  ]) {
    const child = spawn(
      program ?? runtime,
      [
        ...(program ? [] : ['.']),
        ...flags,
        '--disable-gpu',
        ...(process.env['NO_SANDBOX'] ? ['--no-sandbox'] : []),
      ],
      { env: { ...process.env, ...desktop, TMPDIR: RUN_FOLDER, ...env } },
    );
    const ended = once(child, 'exit');
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
    await expect.poll(() => stderr, { timeout: 20_000 }).toContain(`It cannot write to ${folder} (`);
    expect(child.exitCode ?? child.signalCode).toBe(null); // its dialog waits for the user
    child.kill('SIGKILL');
    await ended;
  }
});

test('shows no message if it quits before its script is loaded', async ({ data }) => {
  test.skip(Boolean(process.env['APP_BINARY']), 'a packaged app loads no script of a test');
  const { default: runtime } = (await import('electron')) as unknown as { default: string };
  const script = path.join(data, 'quit-at-once.cjs');
  // Quits slowly, as a busy computer does: the script is loaded after the window was closed.
  writeFileSync(
    script,
    `const { app } = require('electron');
    app.on('browser-window-created', () => setImmediate(() => app.quit()));
    app.once('will-quit', (event) => {
      event.preventDefault();
      setTimeout(() => app.quit(), 3000);
    });`,
  );
  const noSandbox = process.env['NO_SANDBOX'] ? ['--no-sandbox'] : [];
  const child = spawn(
    runtime,
    ['-r', script, '.', `--user-data-dir=${data}`, '--disable-gpu', ...noSandbox],
    {
      env: { ...process.env, ...desktop, TMPDIR: RUN_FOLDER },
    },
  );
  const ended = once(child, 'exit');
  let stderr = '';
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const [code] = await Promise.race([ended, delay(15_000, ['still running'])]);
  child.kill('SIGKILL');
  expect(stderr).not.toContain('cannot start');
  expect(code).toBe(0);
});

for (const [what, spoil] of [
  ['missing', (script: string) => rmSync(script)],
  ['damaged', (script: string) => writeFileSync(script, '<')],
] as const)
  test(`reports that the window cannot be loaded if the script of the page is ${what}`, async ({ data }) => {
    test.skip(Boolean(process.env['APP_BINARY']), 'a packaged app loads no script of a test');
    const { default: runtime } = (await import('electron')) as unknown as { default: string };
    const copy = path.join(data, 'app');
    cpSync('out', path.join(copy, 'out'), { recursive: true });
    cpSync('package.json', path.join(copy, 'package.json'));
    symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'), 'junction');
    const page = path.join(copy, 'out/renderer');
    const name = /assets\/start-index-[\w-]+\.js(?="><\/script>\s*<link)/.exec(
      readFileSync(path.join(page, 'index.html'), 'utf8'),
    )?.[0];
    spoil(path.join(page, name ?? 'no script in the page'));
    const script = path.join(data, 'print-messages.cjs');
    writeFileSync(
      script,
      `require('electron').dialog.showErrorBox = (title, text) => console.error(title + ': ' + text);`,
    );
    const noSandbox = process.env['NO_SANDBOX'] ? ['--no-sandbox'] : [];
    const child = spawn(
      runtime,
      ['-r', script, copy, `--user-data-dir=${data}`, '--disable-gpu', ...noSandbox],
      { env: { ...process.env, ...desktop, TMPDIR: RUN_FOLDER } },
    );
    const ended = once(child, 'exit');
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
    const [code] = await Promise.race([ended, delay(15_000, ['still running'])]);
    child.kill('SIGKILL');
    expect(stderr).toContain('The Firm Desk window could not be loaded: Your saved work is safe.');
    expect(code).toBe(0); // it quits after the message
    expect(readFileSync(path.join(data, 'logs', 'firm-desk.log'), 'utf8')).toContain('window.blank');
  });

test('prevents pages from writing to the log, and lets only its owner read it', async ({ running, data }) => {
  await expect(running.page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  // Only our channel exists from pages to the app: the log library's channel, for one, would not check the
  // sender.
  const channels = await running.app.evaluate(({ ipcMain }) => [
    ...ipcMain.eventNames().filter((name) => name !== 'error'), // internal to the runtime, not a channel
    ...(Reflect.get(ipcMain, '_invokeHandlers') as Map<string, unknown>).keys(),
  ]);
  expect(channels).toEqual([PORT_MESSAGE]);
  if (process.platform === 'win32') return; // on Windows the folder's permissions protect it
  expect((statSync(path.join(data, 'logs', 'firm-desk.log')).mode & 0o777).toString(8)).toBe('600');
});

test('refuses arguments that the runtime treats as switches, after any white space', async () => {
  const program = process.env['APP_BINARY'];
  test.skip(Boolean(program), 'a packaged app starts no other app');
  const { default: runtime } = (await import('electron')) as unknown as { default: string };
  const app = mkdtempSync(path.join(RUN_FOLDER, 'switches-'));
  writeFileSync(
    path.join(app, 'package.json'),
    '{ "name": "switches", "version": "1.0.0", "main": "main.cjs" }',
  );
  writeFileSync(
    path.join(app, 'main.cjs'),
    `const { app } = require('electron');
     const active = JSON.parse(process.env.SWITCHES).filter((name) => app.commandLine.hasSwitch(name));
     require('fs').writeFileSync('${app}/answer.json', JSON.stringify({ args: process.argv, active }));
     app.exit(0);`,
  );
  const switches = [
    ['proxy-server', ' --proxy-server=127.0.0.1:1'],
    ['disable-site-isolation-trials', '\t--disable-site-isolation-trials'],
    ['enable-logging', '\n--enable-logging=stderr'],
    ['ignore-certificate-errors', '\v--ignore-certificate-errors'],
    ['remote-debugging-port', '\f--remote-debugging-port=0'],
    ['log-net-log', `\r--log-net-log=${path.join(app, 'net.json')}`],
    ['ssl-key-log-file', ` \t-ssl-key-log-file=${path.join(app, 'keys')}`],
  ] as const;
  const names = switches.map(([name]) => name);
  const noSandbox = process.env['NO_SANDBOX'] ? ['--no-sandbox'] : [];
  const child = spawn(runtime, [app, '--disable-gpu', ...noSandbox, ...switches.map(([, flag]) => flag)], {
    env: { ...process.env, ...desktop, TMPDIR: RUN_FOLDER, SWITCHES: JSON.stringify([...names, 'no-pings']) },
  });
  await once(child, 'exit');
  const { args, active } = JSON.parse(readFileSync(path.join(app, 'answer.json'), 'utf8')) as {
    args: string[];
    active: string[];
  };
  expect(active, 'Chromium obeys each of them').toEqual(names);
  const refused = refusedAtStart({ args, env: {}, hasSwitch: () => false });
  expect(refused).toEqual(expect.arrayContaining(names.map((name) => `--${name}`)));
});

test('ends a release build at once if a debugger or another refused switch is requested', async ({
  data,
}) => {
  const program = process.env['APP_BINARY'];
  test.skip(!program || process.platform !== 'linux', 'needs a package; see npm run test:packaged');
  // The same package without the file that lets a test runner attach.
  const release = path.join(
    mkdtempSync(path.join(path.dirname(path.dirname(program ?? '')), 'release-')),
    'app',
  );
  spawnSync('cp', ['-al', path.dirname(program ?? ''), release]);
  rmSync(path.join(release, 'resources', 'testable'));
  const start = (flags: readonly string[], options: SpawnOptions = {}) =>
    spawn(path.join(release, path.basename(program ?? '')), [`--user-data-dir=${data}`, ...flags], options);
  const noSandbox = process.env['NO_SANDBOX'] ? ['--no-sandbox'] : []; // Chromium refuses to sandbox root
  for (const [flag, env] of [
    ['--remote-debugging-port=0', {}],
    [' --remote-debugging-port=0', {}],
    ['\n--remote-debugging-port=0', {}],
    [`--log-net-log=${path.join(data, 'net.json')}`, {}],
    [`\t--log-net-log=${path.join(data, 'net.json')}`, {}],
    [' --ignore-certificate-errors', {}],
    [`\t--ssl-key-log-file=${path.join(data, 'keys')}`, {}],
    ['--enable-logging=file', {}],
    ['--proxy-server=127.0.0.1:1', {}],
    ['--disable-site-isolation-trials', {}],
    ['--no-sandbox', {}],
    ['--inspect=0', {}],
    ['NODE_V8_COVERAGE', { NODE_V8_COVERAGE: path.join(data, 'coverage') }],
  ] as const) {
    const flags = flag in env ? noSandbox : [...noSandbox, flag];
    const child = start(flags, { env: { ...process.env, ...desktop, ...env } });
    let stderr = '';
    child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
    const [code] = (await once(child, 'exit')) as [number];
    const name = /[a-z_-]+[a-z0-9]/i.exec(flag.trim().split('=')[0] ?? '')?.[0] ?? '';
    expect(stderr).toMatch(new RegExp(`Firm Desk does not start with .*${name}`));
    expect(code).toBe(1);
    expect(stderr).not.toContain('DevTools listening');
  }
  // Control: without these switches, the app runs. Root needs --no-sandbox, and only that switch is reported.
  const child = start(noSandbox, { env: { ...process.env, ...desktop } });
  const ended = once(child, 'exit');
  if (noSandbox.length > 0) {
    let stderr = '';
    child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
    await ended;
    expect(stderr).toContain('Firm Desk does not start with --no-sandbox.\n');
  } else {
    await expect
      .poll(() => existsSync(path.join(data, 'logs', 'firm-desk.log')), { timeout: 20_000 })
      .toBe(true);
    expect(child.exitCode).toBe(null);
    child.kill();
    await ended;
  }
  rmSync(path.dirname(release), { recursive: true, force: true });
});

test("prevents a page's file field from opening a dialog, and ignores a dropped file", async ({
  running,
  data,
}) => {
  const { app, page } = running;
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  await app.evaluate(({ BrowserWindow }) => {
    const fileChoosers: string[] = [];
    Object.assign(globalThis, { fileChoosers });
    BrowserWindow.getAllWindows()[0]?.webContents.debugger.on('message', (_event, method) => {
      if (method === 'Page.fileChooserOpened') fileChoosers.push(method);
    });
  });
  await page.evaluate(() => {
    const field = document.createElement('input');
    field.type = 'file';
    field.ariaLabel = 'A foreign file field';
    field.style.cssText = 'position: fixed; z-index: 1000; inset: 0 auto auto 0';
    document.body.append(field);
  });
  await page.getByLabel('A foreign file field').click();
  await expect
    .poll(() => app.evaluate(() => (Reflect.get(globalThis, 'fileChoosers') as string[]).length))
    .toBe(1);
  const picked = await page.evaluate(async () => {
    const open: unknown = Reflect.get(window, 'showOpenFilePicker');
    if (typeof open !== 'function') return 'refused';
    return (Reflect.apply(open, window, []) as Promise<unknown>).then(
      () => 'opened',
      () => 'refused',
    );
  });
  expect(picked).toBe('refused');

  const urlBefore = page.url();
  await app.evaluate(
    async ({ BrowserWindow }, file) => {
      const tools = BrowserWindow.getAllWindows()[0]?.webContents.debugger;
      const data = { items: [], files: [file], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'])
        await tools?.sendCommand('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    },
    path.join(data, 'window.json'),
  );
  // Rejects if the file replaces the page, which takes a moment.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  expect(page.url()).toBe(urlBefore);
});
