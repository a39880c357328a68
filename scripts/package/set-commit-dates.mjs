import fs from 'node:fs';
import path from 'node:path';

/**
 * Sets the date of a file or folder, and of everything in it, without following links.
 * @param {string} entry
 * @param {number} date in seconds
 */
export function setDates(entry, date) {
  if (fs.lstatSync(entry).isDirectory())
    for (const name of fs.readdirSync(entry)) setDates(path.join(entry, name), date);
  fs.lutimesSync(entry, date, date);
}

/**
 * Gives everything in the packaged folders of `output` the date of the commit (SOURCE_DATE_EPOCH), which archives
 * store: two builds of one commit are then identical. Does nothing without the variable.
 * @param {string} output
 * @param {string} [epoch] seconds
 */
export function setCommitDates(output, epoch = process.env.SOURCE_DATE_EPOCH) {
  if (!epoch) return;
  for (const name of fs.readdirSync(output))
    if (/-unpacked$|^mac/.test(name)) setDates(path.join(output, name), Number(epoch));
}
