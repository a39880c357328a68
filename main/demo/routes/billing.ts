import { zipSync, strToU8, type Zippable } from 'fflate';
import { z } from 'zod';
import { billingGroups } from '#contract/resources/billing-groups';
import { feeUploadFiles } from '#contract/resources/fee-upload-files';
import { QUARTER_ENDS, isoDate } from '../data/calendar';
import { feeArchive, quarterOfFile } from '../data/fee-files';
import { pageOf } from '../pager';
import { notFound } from '../refusal';
import type { Store } from '../store';
import { jsonBody, parseBody, recordOrThrow, pager, pathId, type App } from './request';

/** Adds the two deprecated operations of billing groups (spec 4.6). */
export function addBillingGroupRoutes(app: App, store: Store): void {
  const { groups } = store;
  const { path } = billingGroups.service;

  app.post(`${path}/remove-assignment`, async (c) => {
    const wanted = parseBody(z.object({ id: z.int(), group_id: z.int() }), await jsonBody(c));
    const group = groups.row(wanted.group_id);
    const list = billingGroups.fields.assignments.write.safeParse(group?.['assignments']);
    if (!group || !list.success || !list.data.some((assignment) => assignment.id === wanted.id))
      throw notFound();
    const assignments = list.data.filter((assignment) => assignment.id !== wanted.id);
    groups.edit(wanted.group_id, { assignments }, store.stamp());
    return c.json({ message: 'OK', id: wanted.id });
  });

  app.post(`${path}/create-from-households`, (c) => {
    const page = pager(c);
    store.recreateGroups();
    return pageOf(groups, groups.ids(), page);
  });
}

/** Days between the end of a period and the date of the files in its archive. */
const DAYS_AFTER_PERIOD_END = 6;

/** Adds the routes of the archives of fee upload files (spec 4.6). */
export function addFeeUploadFileRoutes(app: App, { feeFiles, book }: Pick<Store, 'feeFiles' | 'book'>): void {
  app.post(`${feeUploadFiles.service.path}/download/:id`, (c) => {
    pager(c); // refuses invalid page parameters
    const id = pathId(c);
    recordOrThrow(feeFiles, id);
    // Dated a fixed time after the period end, so that every download is byte-identical. ZIP has local times: no Z.
    const mtime = `${isoDate((QUARTER_ENDS[quarterOfFile(id)] ?? 0) + DAYS_AFTER_PERIOD_END)}T12:00:00`;
    const files: Zippable = {};
    for (const [name, text] of feeArchive(book, id)) files[name] = [strToU8(text), { mtime }];
    return c.body(new Uint8Array(zipSync(files, { level: 6 })), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="fee-upload-file-${id}.zip"`,
    });
  });
}
