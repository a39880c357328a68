import { z } from 'zod';
import { advisorCodeText, CUSTODIANS } from '../../../preload/contract/fields';
import { roiRequestBody } from '../../../preload/contract/resources/roi-requests';
import { FIRM_IDS, FIRMS } from '../data/firms';
import { household } from '../data/households';
import { FIRST_HOUSEHOLD } from '../data/book';
import { pageOf, pageOfRows } from '../pager';
import { invalid, refuseIf } from '../refusal';
import type { Store } from '../store';
import type { Row } from '../table';
import { body, checked, found, idsBody, pager, pathId, type App } from './request';

const CODES = '/org/advisor-codes';

const firmId = z.int().refine((id) => FIRM_IDS.includes(id), 'is not a firm of this application');
const codeBody = z.object({
  firm_id: firmId,
  code: advisorCodeText,
  source: z.enum(Object.keys(CUSTODIANS)),
});
type CodeBody = z.output<typeof codeBody>;

/** Spec 4.5: advisor codes. In a sandbox application creating and deleting answer as usual and change nothing. */
export function advisorCodeRoutes(
  app: App,
  { codes, application, stamp }: Pick<Store, 'codes' | 'application' | 'stamp'>,
): void {
  const isMapped = ({ code, source }: CodeBody): boolean =>
    codes.ids().some((id) => codes.value(id, 'code') === code && codes.value(id, 'source') === source);

  const create = (wanted: CodeBody): Row => {
    const now = stamp();
    const complete = (id: number): Row => ({
      object: 'org.advisor_code',
      id,
      ...wanted,
      created_at_utc: now,
      updated_at_utc: now,
    });
    return application === 'sandbox' ? complete(99_999) : codes.create(complete);
  };

  const refuseTwice = (all: readonly CodeBody[]): void => {
    const seen = new Set<string>();
    refuseIf(
      all.flatMap((one, at) => {
        const name = `${one.source} ${one.code}`;
        const isTwice = seen.has(name) || isMapped(one);
        seen.add(name);
        return isTwice ? [`[${at}] The code ${name} is mapped already.`] : [];
      }),
    );
  };

  app.get(CODES, (c) => pageOf(codes, codes.ids(), pager(c)));
  app.post(CODES, async (c) => {
    const wanted = checked(codeBody, await body(c));
    refuseTwice([wanted]);
    return c.json(create(wanted));
  });
  app.post(`${CODES}/create-many`, async (c) => {
    const wanted = checked(z.array(codeBody), await body(c));
    refuseTwice(wanted);
    return c.json(wanted.map(create));
  });
  app.post(`${CODES}/delete-many`, async (c) => {
    const ids = [...new Set(checked(idsBody, await body(c)))].filter((id) => codes.row(id) !== undefined);
    if (application === 'production') for (const id of ids) codes.remove(id);
    return c.json({ n: ids.length, ids });
  });
  app.delete(`${CODES}/:id`, (c) => {
    const id = pathId(c);
    found(codes, id);
    if (application === 'production') codes.remove(id);
    return c.json({ message: 'OK', id });
  });
}

/**
 * Spec 4.5: release of information. Nothing is sent. An address of the domain bounce.example, among the receivers, makes
 * the request end in `Error`, so that people can see what that looks like.
 */
export function roiRoutes(app: App, { stamp }: Pick<Store, 'stamp'>): void {
  let nextId = 1;
  app.post('/org/roi-requests/send-request', async (c) => {
    pager(c);
    const sent = await body(c);
    const custodian = checked(z.looseObject({ custodian: z.string() }), sent).custodian;
    if (!roiRequestBody.shape.custodian.safeParse(custodian).success) {
      throw invalid(
        `custodian: ${custodian} does not take such requests by e-mail; PER, MLT, IBK and EGB do.`,
      );
    }
    const request = checked(roiRequestBody, sent);
    const isBounced = [...request.cc_emails, ...request.reply_to_emails].some((to) =>
      to.endsWith('@bounce.example'),
    );
    const now = stamp();
    return c.json({
      object: 'org.roi_request',
      id: nextId++,
      ...request,
      status: isBounced ? 'Error' : 'Sent',
      created_at_utc: now,
      updated_at_utc: now,
    });
  });
}

/** The two neighbors of the specification that clients look for (wire facts): firms and households. */
export function neighborRoutes(app: App, { book }: Pick<Store, 'book'>): void {
  app.get('/org/firms', (c) =>
    c.json(
      pageOfRows(
        FIRMS.map((firm) => ({ object: 'org.firm', ...firm })),
        pager(c),
      ),
    ),
  );
  app.get('/reporting/households', (c) => {
    const ids = Uint32Array.from({ length: book.families }, (_, family) => FIRST_HOUSEHOLD + family);
    const text = (id: number): string => JSON.stringify(household(book, id - FIRST_HOUSEHOLD));
    return pageOf({ text }, ids, pager(c));
  });
}
