import { describe, expect, expectTypeOf, it } from 'vitest';
import { ADVISOR_CODES_FEATURE } from '#contract/features/advisor-codes/feature';
import { CHANGES_FEATURE } from '#contract/features/changes/feature';
import { EDITS_FEATURE } from '#contract/features/edits/feature';
import { FEE_FILES_FEATURE } from '#contract/features/fee-files/feature';
import { REVIEW_FEATURE } from '#contract/features/review/feature';
import { ROI_FEATURE } from '#contract/features/roi/feature';
import { FEATURES } from '#contract/features';
import { TASK_NAMES, type OverviewPages, type TaskPages } from '#contract/screens';
import { editsRoute, importRoute, jobRoute } from '../../../renderer/records/outcome/edit-routes';

const screens = FEATURES.flatMap((feature) => [
  ...('task' in feature ? [feature.task] : []),
  ...('overview' in feature ? [feature.overview] : []),
]);
const codecs = screens.flatMap((screen) =>
  'page' in screen ? [{ screen: screen.name, page: screen.page }] : [],
);

describe('pages of a screen', () => {
  it.each(codecs)('$screen: opens its home page for any invalid value', ({ page }) => {
    // The texts are pages as earlier versions wrote them.
    const invalid = [
      'reconcile:40:household:60001',
      'pass:{"drafts":[]}',
      'codes:[',
      7,
      null,
      [],
      { kind: 'x' },
    ];
    // Undefined, or no member if all of the page's members are optional.
    for (const value of invalid) expect(page.parse(value) ?? {}).toEqual({});
    expect(page.parse(undefined)).toBeUndefined();
  });

  it('reads the pages that other screens link to', () => {
    const roi = ROI_FEATURE.task.page;
    const batch = { drafts: ['d1', 'd2'], notByEmail: [['SWB', ['A:1']]] as const };
    expect(roi.parse({ kind: 'batch', batch })).toEqual({ kind: 'batch', batch });
    expect(roi.parse({ kind: 'batch', batch: { ...batch, drafts: 'd1' } })).toBeUndefined();
    expect(roi.parse({ kind: 'codes', codes: [[null, 'X1']] })).toEqual({
      kind: 'codes',
      codes: [[null, 'X1']],
    });
    expect(ADVISOR_CODES_FEATURE.task.page.parse({ kind: 'job', id: '7' })).toEqual({ kind: 'job', id: '7' });
    expect(ADVISOR_CODES_FEATURE.task.page.parse({ kind: 'many' })).toEqual({ kind: 'many' });
    expect(REVIEW_FEATURE.task.page.parse({ rule: 'no-household' })).toEqual({ rule: 'no-household' });
    expect(CHANGES_FEATURE.overview.page.parse({ runId: 7 })).toEqual({ runId: 7 });
    const file = { kind: 'reconcile', fileId: '40', among: ['40', '39'] };
    expect(FEE_FILES_FEATURE.task.page.parse(file)).toEqual(file);
  });

  it('reads the routes of drafts, jobs and imports', () => {
    const read = ({ page }: { readonly page?: unknown }) => EDITS_FEATURE.task.page.parse(page);
    expect(read(importRoute('billingGroups', 'create'))).toEqual({
      kind: 'import',
      resource: 'billingGroups',
      into: 'create',
    });
    expect(read({ page: { kind: 'import', resource: 'nothing', into: 'edit' } })).toBeUndefined();
    expect(read(jobRoute('a:b'))).toEqual({ kind: 'job', id: 'a:b' });
    expect(read(editsRoute)).toBeUndefined();
  });

  it('are typed for each screen', () => {
    expectTypeOf<OverviewPages['changes']>().toEqualTypeOf<{ runId: number } | undefined>();
    expectTypeOf<OverviewPages['today']>().toEqualTypeOf<undefined>();
    expectTypeOf<keyof TaskPages>().toEqualTypeOf<(typeof TASK_NAMES)[number]>();
    expectTypeOf<TaskPages['advisorCodes']>().toEqualTypeOf<
      { kind: 'many' } | { kind: 'job'; id: string } | undefined
    >();
  });
});
