import { z } from 'zod';

// The content security policy forbids eval, which zod would use for speed. Import this first, because schemas
// decide when they are created.
z.config({ jitless: true });
