import { shell } from 'electron';
import Logger from 'electron-log/src/core/Logger.js';
import fileTransport from 'electron-log/src/node/transports/file/index.js';
import path from 'node:path';
import { logLine, type Log } from './log-line';

/** What cannot be written is told nowhere: the console is not looked at, and gets no lines. */
const silence = () => Object.assign(() => undefined, { level: false } as const);

/**
 * The log file people can send to support; rotated at one megabyte by the library. Put together of its file transport
 * alone: the whole of it also has one to a server, for which it loads Node's http with every start.
 */
export function openLog(folder: string): { log: Log; show: () => void } {
  const name = path.join(folder, 'firm-desk.log');
  const logger = new Logger({
    logId: 'firm-desk',
    dependencies: { externalApi: { getPathVariables: () => ({}) } },
    transportFactories: { file: fileTransport, console: silence },
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
