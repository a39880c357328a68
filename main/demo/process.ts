import { parseArgs } from 'node:util';
import { z } from 'zod';
import { sampleSheetName } from '#contract/calls/demo-samples';
import { namedList } from '#contract/calls/names';
import { startDemo } from './index';

/** What an Electron utility process adds to `process`; the only part of Electron used here. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}
const { parentPort }: { readonly parentPort?: ParentPort } = process;

const options = z.strictObject({
  port: z.coerce.number().int().min(0).max(65_535).default(0),
  accounts: z.coerce.number().int().min(0).max(1_000_000).default(2000),
  seed: z.coerce.number().int().default(7),
  application: z.enum(['production', 'sandbox']).default('production'),
  lacks: z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(namedList))
    .default([]),
  /** The file of the firm's changes. */
  journal: z.string().optional(),
  /** Number of simulated nights before the start. */
  day: z.coerce.number().int().min(0).max(3650).default(0),
  /** Seconds between simulated nights; 0 means only on request. */
  'night-every': z.coerce.number().min(0).max(86_400).default(0),
});

/** What the parent process requests: one night, or a spreadsheet to import. */
const parentRequest = z.union([z.literal('night'), z.object({ sample: sampleSheetName })]);

const text = { type: 'string' } as const;

/**
 * Reads the last argument as JSON, or flags, e.g. `--port 0 --accounts 2000 --seed 7 --day 0 --lacks
 * NAME,NAME`.
 */
function readOptions(args: readonly string[]): z.output<typeof options> {
  const last = args.at(-1);
  if (last?.startsWith('{')) return options.parse(JSON.parse(last));
  const flags = Object.fromEntries(Object.keys(options.shape).map((name) => [name, text]));
  return options.parse(parseArgs({ args: [...args], options: flags }).values);
}

async function main(): Promise<void> {
  const { 'night-every': nightEvery, ...firm } = readOptions(process.argv.slice(2));
  const service = await startDemo(firm);
  // Registered before the address is announced, because a caller may stop the service right away.
  const end = (): void => void service.close().finally(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  if (nightEvery > 0) setInterval(() => service.nextDay(), nightEvery * 1000).unref();
  // The parent process's channel, not part of the service: each request gets a response.
  parentPort?.on('message', ({ data }) => {
    const { data: request } = parentRequest.safeParse(data);
    if (request === 'night') parentPort.postMessage({ night: service.nextDay() });
    else if (request) parentPort.postMessage({ sample: service.sampleSheet(request.sample) });
  });
  const ready = {
    base_url: service.baseUrl,
    auth_url: service.authUrl,
    api_key: service.apiKey,
    username: service.username,
    password: service.password,
  };
  if (parentPort) parentPort.postMessage(ready);
  else process.stdout.write(`${JSON.stringify(ready)}\n`);
}

main().catch((error: unknown) => {
  const reason =
    error instanceof z.ZodError
      ? z.prettifyError(error)
      : error instanceof Error
        ? error.message
        : String(error);
  process.stderr.write(`The demo service could not start: ${reason}\n`);
  process.exit(2);
});
