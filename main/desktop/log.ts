import { shell } from 'electron';
import electronLog from 'electron-log/node';
import path from 'node:path';
import { logLine, type Log } from './log-line';

/** The log file people can send to support; rotated at one megabyte by the library. */
export function openLog(folder: string): { log: Log; show: () => void } {
  const file = path.join(folder, 'firm-desk.log');
  electronLog.transports.file.setAppName('Firm Desk'); // or it is looked up in package.json
  electronLog.transports.console.level = false;
  electronLog.transports.file.resolvePathFn = () => file;
  electronLog.transports.file.maxSize = 1_048_576;
  electronLog.transports.file.writeOptions = { encoding: 'utf8', flag: 'a', mode: 0o600 };
  electronLog.transports.file.format = '{y}-{m}-{d}T{h}:{i}:{s}.{ms}{z} {text}';
  return {
    log: (event, data) => electronLog.info(logLine(event, data)),
    show: () => shell.showItemInFolder(file),
  };
}
