import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { connectionId } from '../connection';
import { errors } from '../failure';
import { linkProblem, linkRoute } from './link';

const call = oc.errors(errors);

/** A link that was opened outside the app and waits to be shown. */
export const incomingLink = z.lazy(() =>
  z.object({
    /** Its number in this session. */
    id: z.number().int(),
    result: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('found'), connection: connectionId, to: linkRoute }),
      /** No connection on this computer has the link's ID or leads to its service. */
      z.object({ kind: z.literal('not-here') }),
      /** Several connections lead to its service, and none of them is open. */
      z.object({ kind: z.literal('several') }),
      z.object({ kind: z.literal('refused'), problem: linkProblem }),
    ]),
  }),
);
export type IncomingLink = z.output<typeof incomingLink>;

/** Links to records and screens (`firmdesk:`). */
export const linksContract = {
  /** Yields the link that waits, or null, then every change. A link waits while the app is locked. */
  incoming: call.output(eventIterator(incomingLink.nullable())),
  /** Called when the page has opened the link, or shown why it cannot. */
  acknowledge: call.input(z.object({ id: z.number().int() })).output(z.void()),
  /** Copies a link into the open connection to the clipboard. */
  copy: call.input(z.object({ to: linkRoute })).output(z.void()),
};
