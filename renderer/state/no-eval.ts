import { z } from 'zod';

// The content security policy forbids making code from text, which zod would try for speed. Import this first: schemas
// decide when they are made.
z.config({ jitless: true });
