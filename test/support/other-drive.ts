import { tmpdir } from 'node:os';
import path from 'node:path';

/** On Windows, temporary files may be on a different drive from the project; then no relative path leads to them. */
export const isTempOnOtherDrive = path.isAbsolute(path.relative(process.cwd(), tmpdir()));
