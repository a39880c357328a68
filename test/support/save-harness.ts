import { strToU8, zipSync } from 'fflate';
import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { Service } from '#engine/service/client';
import { systemClock } from '#engine/service/clock';
import { FeeFileJobs } from '#engine/features/fee-files/jobs';
import type { FileJob } from '#contract/features/fee-files/calls';
import { intakeIn, type IntakeOf } from '#engine/files/intake/intake';
import { openTestWorkspace } from '#test/support/saved-work';
import { bundleIntakeThread } from './intake';
import { startMisbehaving, type MisbehavingService } from './misbehaving-service';

const KEY = 'ab'.repeat(32);

/** An archive of one uncompressed file, so that every byte of it matters. */
export const sampleArchive = Buffer.from(
  zipSync({ 'SWB.csv': strToU8('Account,Fee\r\n00123,10.50\r\n'.repeat(9_000)) }, { level: 0 }),
);
/** The name under which it is saved. */
export const ARCHIVE_NAME = 'Fee upload file 2026-09-30 id 40.zip';
export const ZIP_HEAD = { 'content-type': 'application/zip' };

/** A connection's workspace and jobs, with a service whose download responses a test controls. */
export class SaveHarness {
  readonly folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-save-'));
  /** The folder to which files are saved. */
  readonly files = path.join(this.folder, 'files');
  readonly workspace = openTestWorkspace(path.join(this.folder, 'workspace.db'), KEY);
  readonly #closing = new AbortController();
  readonly service: MisbehavingService;
  readonly jobs: FeeFileJobs;
  /** Progress values sent to the task bar. */
  readonly progress: (number | null)[] = [];
  respond = (response: ServerResponse): void =>
    void response.writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length }).end(sampleArchive);

  /** The writer of downloads: the app's thread, unless a test sets another one. */
  intakeOf: IntakeOf;

  private constructor(service: MisbehavingService, intake: string) {
    this.intakeOf = intakeIn(intake);
    fs.mkdirSync(this.files);
    this.service = service;
    service.behave((response) => this.respond(response));
    const { baseUrl, authUrl } = service;
    this.jobs = new FeeFileJobs({
      service: new Service({
        fetch: globalThis.fetch,
        baseUrl,
        authUrl,
        credential: { kind: 'api-key', key: 'key' },
      }),
      store: this.workspace.feeFiles,
      activity: this.workspace.activity,
      transaction: this.workspace.transaction,
      factsOf: () => ({ endDate: '2026-09-30T00:00:00Z', files: 1 }),
      intakeOf: (fd) => this.intakeOf(fd),
      clock: systemClock,
      colleagues: () => [],
      closed: this.#closing.signal,
      progress: (share) => this.progress.push(share),
    });
  }

  static async start(): Promise<SaveHarness> {
    return new SaveHarness(await startMisbehaving(() => undefined), await bundleIntakeThread());
  }

  endConnection(): void {
    this.#closing.abort();
  }

  async close(): Promise<void> {
    this.endConnection();
    this.workspace.close();
    await this.service.close();
    fs.rmSync(this.folder, { recursive: true });
  }

  get store() {
    return this.workspace.feeFiles;
  }
  /** File names in the folder. */
  fileNames = (): string[] => fs.readdirSync(this.files).sort();
  /** Returns the newest job, or an older one. */
  job = (index = 0): FileJob | undefined => this.jobs.state.value.jobs[index];
  logged = () => this.workspace.activity.list({}, 0, 10).entries;

  /** Waits until the newest job, or an older one, has this state. */
  waitForState(state: FileJob['state'], index = 0): Promise<void> {
    return vi.waitFor(() => expect(this.job(index)?.state).toBe(state), { timeout: 10_000, interval: 5 });
  }
}
