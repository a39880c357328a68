import { utilityProcess, type UtilityProcess } from 'electron';
import { z } from 'zod';
import type { ApplicationKind, Credential } from '#contract/connection';
import type { SampleSheet } from '#contract/calls/demo-samples';
import { fail } from '#contract/failure';

const ready = z.object({ base_url: z.string(), auth_url: z.string(), api_key: z.string() });

export interface DemoFirm {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly credential: Credential;
}

/** Runs the demo firm in a separate process, so that serving it never slows down the engine. */
export class DemoHost {
  readonly #entry: string;
  readonly #accounts: number;
  readonly #onEnded: () => void;
  #child: UtilityProcess | undefined;
  #running: { application: ApplicationKind; firm: Promise<DemoFirm> } | undefined;

  /** `onEnded` is called if the process ends unexpectedly after it was ready. */
  constructor(entry: string, accounts: number, onEnded: () => void) {
    this.#entry = entry;
    this.#accounts = accounts;
    this.#onEnded = onEnded;
  }

  /** Returns the demo firm of this kind, starting it if needed. `journal`: the file that keeps its changes. */
  start(application: ApplicationKind, journal: string): Promise<DemoFirm> {
    if (this.#running?.application === application) return this.#running.firm;
    this.stop();
    const flags = [
      '--port',
      '0',
      '--accounts',
      String(this.#accounts),
      '--seed',
      '7',
      '--application',
      application,
      '--journal',
      journal,
    ];
    const child = utilityProcess.fork(this.#entry, flags, {
      serviceName: 'Firm Desk demo firm',
      stdio: 'inherit',
    });
    this.#child = child;
    const firm = new Promise<DemoFirm>((resolve, reject) => {
      let isReady = false;
      child.once('message', (message: unknown) => {
        isReady = true;
        const { base_url, auth_url, api_key } = ready.parse(message);
        resolve({ baseUrl: base_url, authUrl: auth_url, credential: { kind: 'api-key', key: api_key } });
      });
      child.once('exit', (code) => {
        if (this.#child === child) {
          this.stop();
          if (isReady) this.#onEnded();
        }
        reject(fail('unexpected', { cause: `the demo firm ended (${code})` }));
      });
    });
    this.#running = { application, firm };
    return firm;
  }

  /** Simulates one night. Fails with `no-connection` while the firm is not running. */
  async simulateNight(): Promise<void> {
    await this.#request('night', z.object({ night: z.unknown() }));
  }

  /** Returns a spreadsheet to import, as CSV. Fails as `simulateNight` does. */
  async sampleSheet(sheet: SampleSheet): Promise<string> {
    return (await this.#request({ sample: sheet }, z.object({ sample: z.string() }))).sample;
  }

  /** Sends a request to the process, and returns the first message in the form of its response. */
  #request<Result>(request: unknown, response: z.ZodType<Result>): Promise<Result> {
    const child = this.#child;
    if (!child) return Promise.reject(fail('no-connection'));
    return new Promise((resolve, reject) => {
      const ended = (): void => {
        child.off('message', onMessage);
        reject(fail('unexpected', { cause: 'the demo firm ended' }));
      };
      const onMessage = (message: unknown): void => {
        const { success, data } = response.safeParse(message);
        if (!success) return;
        child.off('message', onMessage);
        child.off('exit', ended);
        resolve(data);
      };
      child.once('exit', ended);
      child.on('message', onMessage);
      child.postMessage(request);
    });
  }

  stop(): void {
    this.#running = undefined;
    this.#child?.kill();
    this.#child = undefined;
  }
}
