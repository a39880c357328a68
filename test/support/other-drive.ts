import { tmpdir } from 'node:os';
import path from 'node:path';

/** On Windows, temporary files may be on another drive than the project: then no relative path leads to them. */
export const isOtherDrive = path.isAbsolute(path.relative(process.cwd(), tmpdir()));
