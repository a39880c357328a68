import { z } from 'zod';
import { roiRequestBody } from '#contract/resources/roi-requests';
import { invalid } from '../refusal';
import type { Store } from '../store';
import { jsonBody, parseBody, pager, type App } from './request';

/**
 * Adds the routes of the release of information (spec 4.5). Nothing is sent. A recipient at bounce.example makes
 * the request end in `Error`, to demonstrate that outcome.
 */
export function addRoiRoutes(app: App, store: Pick<Store, 'stamp' | 'newRoiRequestId'>): void {
  app.post('/org/roi-requests/send-request', async (c) => {
    pager(c); // refuses invalid pager parameters
    const sent = await jsonBody(c);
    const custodian = parseBody(z.looseObject({ custodian: z.string() }), sent).custodian;
    if (!roiRequestBody.shape.custodian.safeParse(custodian).success) {
      throw invalid(
        `custodian: ${custodian} does not take such requests by email; PER, MLT, IBK and EGB do.`,
      );
    }
    const request = parseBody(roiRequestBody, sent);
    const isBounced = [...request.cc_emails, ...request.reply_to_emails].some((to) =>
      to.endsWith('@bounce.example'),
    );
    const now = store.stamp();
    return c.json({
      object: 'org.roi_request',
      id: store.newRoiRequestId(),
      ...request,
      status: isBounced ? 'Error' : 'Sent',
      created_at_utc: now,
      updated_at_utc: now,
    });
  });
}
