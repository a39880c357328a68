import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

/** Maximum number of codes in the route to a batch; a user could not review more requests than this. */
export const MAX_PASSED_CODES = 500;

/** A code and its custodian; null if the custodian is unknown. */
const codeAtCustodian = z.tuple([z.string().nullable(), z.string()]).readonly();
export type CodeAtCustodian = z.output<typeof codeAtCustodian>;

/**
 * A batch of requests, by their drafts, and the codes of custodians that take none by email, by custodian (empty if
 * unknown).
 */
const batch = z.object({
  drafts: z.array(z.string()).readonly(),
  notByEmail: z.array(z.tuple([z.string(), z.array(z.string()).readonly()]).readonly()).readonly(),
});
export type RoiBatchPage = z.output<typeof batch>;

/** A new draft, a saved one, a request, codes to request, or a batch. The home lists all. */
const page = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('new') }),
    z.object({ kind: z.enum(['draft', 'request']), id: z.string() }),
    z.object({ kind: z.literal('codes'), codes: z.array(codeAtCustodian).max(MAX_PASSED_CODES).readonly() }),
    z.object({ kind: z.literal('batch'), batch }),
  ]);
export type RoiPage = z.output<ReturnType<typeof page>>;

export const ROI_FEATURE = {
  task: { name: 'roi', title: 'ROI requests', keywords: 'release of information', page: pagesOf(page) },
  activity: {
    'roi-send': 'ROI request sent',
    'roi-record': 'ROI request by portal or phone logged',
    'roi-answer': 'ROI request answered',
    'roi-follow-up': 'ROI request followed up',
    'roi-note': 'ROI request note changed',
  },
  grants: { 'roi-requests-export': { dialog: 'save', process: 'engine' } },
  savedWork: {
    tables: {
      'ROI request drafts': ['roi_draft'],
      'ROI requests': ['roi_request', 'roi_code', 'roi_before', 'roi_note'],
      'planned ROI requests': ['roi_planned'],
      'ROI contacts and turnaround': ['roi_contact', 'roi_expectation'],
    },
    counted: { roi_request: 'ROI requests' },
  },
} as const satisfies FeatureManifest;
