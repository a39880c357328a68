import fs from 'node:fs';

/** FMTID_SummaryInformation, which names the only section of an MSI's summary. */
const SUMMARY_ID = Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex');
/** The offset of the section follows its ID, which follows the header. */
const HEADER_BYTES = 28;
/** IDs of the properties, and their types: text (VT_LPSTR, 0x1e) or a time (VT_FILETIME, 0x40). */
const PACKAGE_CODE = { id: 9, type: 0x1e };
const CREATED = { id: 12, type: 0x40 };
const SAVED = { id: 13, type: 0x40 };
/** Seconds from 1601, where Windows counts from, to 1970. */
const SECONDS_BEFORE_1970 = 11_644_473_600n;

/**
 * Replaces the package code and both dates in an MSI's summary, because wixl generates new ones for each build.
 * @param {string} file
 * @param {{ packageCode: string, epoch: number }} values the code as a GUID in capitals, the date in seconds
 */
export function setSummary(file, { packageCode, epoch }) {
  const bytes = fs.readFileSync(file);
  const idAt = bytes.indexOf(SUMMARY_ID);
  if (idAt === -1 || bytes.indexOf(SUMMARY_ID, idAt + 1) !== -1)
    throw new Error(`${file} does not have exactly one summary.`);
  const section = idAt - HEADER_BYTES + bytes.readUInt32LE(idAt + SUMMARY_ID.length);
  const valueAt = ({ id, type }) => {
    for (let index = 0; index < bytes.readUInt32LE(section + 4); index += 1) {
      const entry = section + 8 + index * 8;
      const value = section + bytes.readUInt32LE(entry + 4);
      if (bytes.readUInt32LE(entry) === id && bytes.readUInt32LE(value) === type) return value + 4;
    }
    throw new Error(`the summary of ${file} has no property ${id}.`);
  };
  const code = `{${packageCode}}\0`;
  const codeAt = valueAt(PACKAGE_CODE);
  if (bytes.readUInt32LE(codeAt) !== code.length)
    throw new Error(`the package code of ${file} has an unexpected length.`);
  bytes.write(code, codeAt + 4, 'latin1');
  const date = (BigInt(epoch) + SECONDS_BEFORE_1970) * 10_000_000n; // a FILETIME counts 100 nanoseconds
  for (const property of [CREATED, SAVED]) bytes.writeBigUInt64LE(date, valueAt(property));
  fs.writeFileSync(file, bytes);
}
