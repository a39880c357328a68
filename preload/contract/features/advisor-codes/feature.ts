import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

/** The bulk-add form, or a job before, during or after sending. Without a page, the task lists the codes. */
const page = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('many') }),
    z.object({ kind: z.literal('job'), id: z.string() }),
  ]);
export type CodesPage = z.output<ReturnType<typeof page>>;

export const ADVISOR_CODES_FEATURE = {
  task: {
    name: 'advisorCodes',
    title: 'Advisor codes',
    resource: 'advisorCodes',
    keywords: 'g-number master account ip rep code mapping create delete',
    page: pagesOf(page),
  },
  activity: {
    'advisor-code-create': 'Advisor codes created',
    'advisor-code-delete': 'Advisor codes deleted',
  },
  grants: { 'advisor-codes-list': { dialog: 'open', process: 'engine' } },
} as const satisfies FeatureManifest;
