import { z } from 'zod';
import {
  ADJUSTMENT_LEVEL,
  ADJUSTMENT_TYPE,
  assetAdjustments,
} from '../../../preload/contract/resources/asset-adjustments';
import { assignment, billingGroups } from '../../../preload/contract/resources/billing-groups';
import {
  BALANCE_TYPE,
  CALCULATION_TYPE,
  COLLECTION_TYPE,
  FEE_FREQUENCY,
  feeStructures,
  tier,
} from '../../../preload/contract/resources/fee-structures';
import { FIRM_IDS } from '../data/firms';
import { slugify } from '../data/slug';
import { pageOf } from '../pager';
import { invalid, notFound } from '../refusal';
import type { Store } from '../store';
import type { Row } from '../table';
import { billingRoutes } from './billing';
import { body, checked, pager, type App } from './request';

const GROUPS = '/billing/groups';
/** Spec 2.6: items nullable. */
const minimumIds = z.array(z.int().nullable());
/** Their code tables and types are not given (spec 2.11). */
const cycle = z.union([z.string(), z.int()]);
const codeOf = (words: Readonly<Record<string, string>>) => z.enum(Object.keys(words));
const firmId = z.int().refine((id) => FIRM_IDS.includes(id), 'is not a firm of this application');
const named = { firm_id: firmId, name: z.string().trim().min(1), slug: z.string().nullish() };
const slugOf = (wanted: { name: string; slug?: string | null | undefined }): string =>
  wanted.slug ?? slugify(wanted.name);

type Assignment = z.output<typeof assignment>;

/** Billing groups (spec 4.6), with the two deprecated operations. */
export function billingGroupRoutes(app: App, store: Store): void {
  const { groups, book } = store;
  let nextAssignment = 900_000_001;

  const householdId = z.int().refine((id) => book.hasHousehold(id), 'is not a household of the firm');
  const createBody = z.object({
    ...named,
    household_id: householdId,
    minimum_ids: minimumIds.nullish(),
    assignments: z.array(assignment).nullish(),
  });

  /** New assignments get an id, all get the group's. */
  const settled = (list: readonly Assignment[], groupId: number): Assignment[] =>
    list.map((one) => ({
      fee_location_option: one.fee_location === 0 ? 'S' : one.fee_location === -1 ? 'G' : 'A',
      ...one,
      id: one.id ?? nextAssignment++,
      group_id: groupId,
    }));

  billingRoutes(app, {
    path: GROUPS,
    object: 'billing.group',
    one: 'billing group',
    table: groups,
    fields: billingGroups.fields,
    required: ['name', 'household_id'],
    writes: { minimum_ids: minimumIds },
    createBody,
    complete: (wanted, id) => ({
      ...wanted,
      slug: slugOf(wanted),
      minimum_ids: wanted.minimum_ids ?? [],
      assignments: wanted.assignments ? settled(wanted.assignments, id) : [],
    }),
    settle: (edits, id, reasons) => {
      const household = edits['household_id'];
      if (household !== undefined && !householdId.safeParse(household).success) {
        reasons.push('household_id is not a household of the firm.');
      }
      const list = z.array(assignment).safeParse(edits['assignments']);
      if (!list.success) return edits;
      for (const one of list.data) {
        if (book.indexOf(one.account_id) < 0)
          reasons.push(`assignments: there is no account ${one.account_id}.`);
      }
      return { ...edits, assignments: settled(list.data, id) };
    },
    stamp: () => store.stamp(),
  });

  app.post(`${GROUPS}/remove-assignment`, async (c) => {
    const wanted = checked(z.object({ id: z.int(), group_id: z.int() }), await body(c));
    const group = groups.row(wanted.group_id);
    const list = z.array(assignment).safeParse(group?.['assignments']);
    if (!group || !list.success || !list.data.some((one) => one.id === wanted.id)) throw notFound();
    const assignments = list.data.filter((one) => one.id !== wanted.id);
    groups.replace(wanted.group_id, { ...group, assignments, updated_at_utc: store.stamp() });
    return c.json({ message: 'OK', id: wanted.id });
  });

  app.post(`${GROUPS}/create-from-households`, (c) => {
    const at = pager(c);
    store.remakeGroups();
    return pageOf(groups, groups.ids(), at);
  });
}

/** Asset adjustments (spec 4.6). */
export function assetAdjustmentRoutes(app: App, store: Store): void {
  billingRoutes(app, {
    path: '/billing/asset-adjustments',
    object: 'billing.asset_adjustment',
    one: 'asset adjustment',
    table: store.adjustments,
    fields: assetAdjustments.fields,
    required: ['name', 'adjustment_type', 'level', 'weight', 'security_ids'],
    createBody: z.object({
      ...named,
      adjustment_type: codeOf(ADJUSTMENT_TYPE),
      level: codeOf(ADJUSTMENT_LEVEL),
      weight: z.int(),
      // Not in the documented create body, though editable afterwards.
      security_ids: z.array(z.int()).nullish(),
    }),
    complete: (wanted) => ({ ...wanted, slug: slugOf(wanted), security_ids: wanted.security_ids ?? [] }),
    stamp: () => store.stamp(),
  });
}

const tierProblem = (tiers: readonly z.output<typeof tier>[]): string | undefined =>
  tiers.some((one) => one.max_balance !== null && one.max_balance <= one.min_balance)
    ? 'tiers: max_balance must be above min_balance.'
    : undefined;

/** Fee structures (spec 4.6; what follows the create in wire facts). */
export function feeStructureRoutes(app: App, store: Store): void {
  const createBody = z.object({
    ...named,
    calculation_type: codeOf(CALCULATION_TYPE),
    collection_type: codeOf(COLLECTION_TYPE),
    frequency: codeOf(FEE_FREQUENCY),
    quarter_cycle: z.int().nullish(),
    balance_type: codeOf(BALANCE_TYPE),
    flat_rate: z.number().min(0).max(99).nullish(),
    flat_dollar_fee: z.number().nullish(),
    semi_annual_cycle: cycle.nullish(),
    annual_cycle: cycle.nullish(),
    tiers: z.array(tier).nullish(),
    created_by_user_id: z.int().nullish(),
  });
  let nextTier = 900_001;
  const settled = (tiers: readonly z.output<typeof tier>[], id: number) =>
    tiers.map((one) => ({ ...one, id: one.id ?? nextTier++, fee_structure_id: id }));

  billingRoutes(app, {
    path: '/billing/fee-structures',
    object: 'billing.fee_structure',
    one: 'fee structure',
    table: store.structures,
    fields: feeStructures.fields,
    required: ['name', 'calculation_type', 'collection_type', 'frequency', 'balance_type', 'flat_rate'],
    writes: { semi_annual_cycle: cycle, annual_cycle: cycle },
    createBody,
    complete: (wanted, id) => {
      const problem = tierProblem(wanted.tiers ?? []);
      if (problem) throw invalid(problem);
      const { created_by_user_id: creator = null, ...others } = wanted;
      return {
        quarter_cycle: null,
        flat_dollar_fee: null,
        semi_annual_cycle: null,
        annual_cycle: null,
        ...others,
        created_by_user_id: creator,
        slug: slugOf(wanted),
        flat_rate: wanted.flat_rate ?? 0,
        tiers: settled(wanted.tiers ?? [], id),
      };
    },
    settle: (edits: Row, id, reasons) => {
      const tiers = z.array(tier).safeParse(edits['tiers']);
      if (!tiers.success) return edits;
      const problem = tierProblem(tiers.data);
      if (problem) reasons.push(problem);
      return { ...edits, tiers: settled(tiers.data, id) };
    },
    stamp: () => store.stamp(),
  });
}
