import { zipSync, strToU8, type Zippable } from 'fflate';
import { feeUploadFiles } from '../../../preload/contract/resources/fee-upload-files';
import { legacyMappings } from '../../../preload/contract/resources/legacy-mappings';
import { relatedPersons } from '../../../preload/contract/resources/related-persons';
import { QUARTER_ENDS, isoDate } from '../data/calendar';
import { feeArchive, FIRST_FILE } from '../data/fee-files';
import { filterable, filterFields } from '../filter';
import { envelope } from '../pager';
import type { Store } from '../store';
import { found, listRoutes, pager, pathId, type App } from './request';

/** Spec 4.4: related persons. */
export function relatedPersonRoutes(app: App, { persons }: Pick<Store, 'persons'>): void {
  const known = filterable(filterFields(relatedPersons.fields), { account_ids: 'account_id' });
  listRoutes(app, '/account-management/related-persons', persons, known);
}

/** Spec 4.5, deprecated: what accounts were called at the custodian they came from. */
export function legacyMappingRoutes(app: App, { legacy }: Pick<Store, 'legacy'>): void {
  const known = filterable(filterFields(legacyMappings.fields), {
    account_ids: 'account_id',
    legacy_rep_codes: 'legacy_rep_code',
    legacy_account_numbers: 'legacy_account_number',
    partner_master_numbers: 'partner_master_number',
    partner_account_numbers: 'partner_account_number',
  });
  listRoutes(app, '/account-management/legacy-to-partner-migrations', legacy, known);
}

/** Spec 4.6: fee upload files and their archives. */
export function feeUploadFileRoutes(app: App, { feeFiles, book }: Pick<Store, 'feeFiles' | 'book'>): void {
  const path = '/billing/fee-upload-files';
  listRoutes(app, path, feeFiles, filterable(filterFields(feeUploadFiles.fields)));
  app.get(`${path}/:id`, (c) => c.json(envelope(found(feeFiles, pathId(c)))));
  app.post(`${path}/download/:id`, (c) => {
    pager(c);
    const id = pathId(c);
    found(feeFiles, id);
    // The same archive, byte for byte, at every download: the files are dated by their period.
    const mtime = `${isoDate((QUARTER_ENDS[id - FIRST_FILE] ?? 0) + 6)}T12:00:00`;
    const files: Zippable = {};
    for (const [name, text] of feeArchive(book, id)) files[name] = [strToU8(text), { mtime }];
    return c.body(new Uint8Array(zipSync(files, { level: 6 })), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="fee-upload-file-${id}.zip"`,
    });
  });
}

/** Not of the real service: lets the demo firm live through a day, so that a refresh has changes to show. */
export function demoRoutes(app: App, store: Store): void {
  app.post('/demo/next-day', (c) => c.json({ day: store.book.day + 1, ...store.nextDay() }));
}
