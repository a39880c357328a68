import { shell } from 'electron';
import Logger from 'electron-log/src/core/Logger.js';
import fileTransport from 'electron-log/src/node/transports/file/index.js';
import path from 'node:path';
import { logLine, type Log } from './log-line';

/** A transport without output: the console is not watched. */
const silentTransport = () => Object.assign(() => undefined, { level: false } as const);

/**
 * Opens the support log; the library rotates it at one megabyte. Uses only its file transport, because the
 * full package also has a server transport that loads Node's http at every start.
 */
export function openLog(folder: string): { log: Log; show: () => void } {
  const name = path.join(folder, 'firm-desk.log');
  const logger = new Logger({
    logId: 'firm-desk',
    dependencies: { externalApi: { getPathVariables: () => ({}) } },
    transportFactories: { file: fileTransport, console: silentTransport },
  });
  const { file } = logger.transports;
  file.resolvePathFn = () => name;
  file.maxSize = 1_048_576;
  file.writeOptions = { encoding: 'utf8', flag: 'a', mode: 0o600 };
  file.format = '{y}-{m}-{d}T{h}:{i}:{s}.{ms}{z} {text}';
  return {
    log: (event, data) => logger.info(logLine(event, data)),
    show: () => shell.showItemInFolder(name),
  };
}
