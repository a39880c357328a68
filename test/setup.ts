import { afterEach } from 'vitest';
import { leaveNothing } from './support/left-behind';

// Here and not beside what makes things: modules are read once for many files, and their hooks would serve the first.
afterEach(leaveNothing);
