import { z } from 'zod';
import type { DemoTokens } from '../data/tokens';
import { invalid } from '../refusal';
import { jsonBody, parseBody, type App } from './request';

const PATH = '/account-management/tax-id';
const NOT_A_TAX_ID = 'is not a tax id: nine digits, or 123-45-6789, or 12-3456789';

/** Adds the routes of tax IDs (spec 4.3). A TaxId is a bare string, TaxIds a bare array of strings (wire facts). */
export function addTaxIdRoutes(app: App, tokens: DemoTokens): void {
  const exchange = (token: string) => {
    const value = tokens.resolve(token);
    return value ? { tax_id_token: token, ...value } : undefined;
  };

  // Before the route of a single tax ID, which would match this path too.
  app.post(`${PATH}/exchange`, async (c) => {
    const { tax_id_tokens: wanted } = parseBody(
      z.object({ tax_id_tokens: z.array(z.string()) }),
      await jsonBody(c),
    );
    // The response leaves out unknown tokens.
    return c.json(wanted.map(exchange).filter((row) => row !== undefined));
  });

  app.post(`${PATH}/exchange/:token`, (c) => {
    const row = exchange(c.req.param('token'));
    if (!row) throw invalid('The token is not known.');
    return c.json(row);
  });

  app.post(PATH, async (c) => {
    const values = parseBody(z.array(z.string()), await jsonBody(c));
    const produced = values.map((value) => tokens.tokenize(value));
    // The values themselves are never repeated in an error.
    const bad = produced.flatMap((token, index) =>
      token === undefined ? [`[${index}] ${NOT_A_TAX_ID}`] : [],
    );
    if (bad.length > 0) throw invalid(...bad);
    return c.json(produced);
  });

  app.post(`${PATH}/:taxid`, (c) => {
    const token = tokens.tokenize(c.req.param('taxid'));
    if (token === undefined) throw invalid(`The value ${NOT_A_TAX_ID}.`);
    return c.json(token);
  });
}
