import { z } from 'zod';
import { accounts as descriptor } from '../../../preload/contract/resources/accounts';
import { bodiesById, readEdit, type Spelling } from '../edits';
import { filterable, filterFields, matching, readFilter, type Test } from '../filter';
import { envelope, pageOf } from '../pager';
import { refuseIf } from '../refusal';
import type { Store } from '../store';
import type { Row } from '../table';
import { body, checked, found, pager, pathId, type App } from './request';

const PATH = '/account-management/accounts';
const KNOWN = filterable(filterFields(descriptor.fields));

/** For tests by id, which look beyond the list of open accounts. */
const OPEN: Test = { field: 'status', passes: (status) => status !== 'closed', keys: undefined };

/** Spec 4.2. */
export function accountRoutes(
  app: App,
  { accounts, book, stamp }: Pick<Store, 'accounts' | 'book' | 'stamp'>,
): void {
  /** The edits of one PUT body; problems go to `reasons`. */
  const editsOf = (current: Row, sent: Row, spelling: Spelling, reasons: string[]): Row => {
    const edits = readEdit(current, sent, { fields: descriptor.fields, spelling, required: [] }, reasons);
    const household = edits['household_id'];
    if (typeof household === 'number' && !book.hasHousehold(household)) {
      reasons.push(`household_id ${household} is not a household of the firm.`);
    }
    return edits;
  };

  app.get(PATH, (c) => pageOf(accounts, accounts.ids(), pager(c)));

  app.post(`${PATH}/filter`, async (c) => {
    const at = pager(c);
    const tests = readFilter(await body(c), KNOWN);
    // Closed accounts come only to those who ask by status (wire facts).
    if (tests.some((test) => test.field === 'status')) {
      return pageOf(accounts, matching(accounts, accounts.allIds(), tests), at);
    }
    return pageOf(accounts, matching(accounts, accounts.ids(), [...tests, OPEN]), at);
  });

  app.put(PATH, async (c) => {
    const reasons: string[] = [];
    const edits = bodiesById(await body(c), reasons).map(({ id, body: sent, at }) => {
      const current = accounts.row(id);
      if (!current) {
        reasons.push(`[${at}]: there is no account ${id}.`);
        return { id, edits: {} };
      }
      const own: string[] = [];
      const wanted = editsOf(current, sent, 'bulk', own);
      reasons.push(...own.map((reason) => `[${at}] ${reason}`));
      return { id, edits: wanted };
    });
    refuseIf(reasons);
    for (const { id, edits: wanted } of edits) accounts.edit(id, wanted, stamp());
    return c.json(envelope(edits.map(({ id }) => found(accounts, id))));
  });

  app.get(`${PATH}/:id`, (c) => {
    pager(c);
    return c.json(found(accounts, pathId(c)));
  });

  app.put(`${PATH}/:id`, async (c) => {
    const id = pathId(c);
    const current = found(accounts, id);
    const sent = checked(z.looseObject({ id: z.literal(id, 'must be the id of the path') }), await body(c));
    const reasons: string[] = [];
    const edits = editsOf(current, sent, 'single', reasons);
    refuseIf(reasons);
    accounts.edit(id, edits, stamp());
    return c.json(found(accounts, id));
  });
}
