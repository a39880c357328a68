import type { PlannedCodes } from '#contract/features/roi/schemas';
import type { RoiRequestView } from '#contract/features/roi/calls';
import type { TeamChange } from '#contract/features/team/change';
import type { Failure } from '#contract/failure';
import { isCustodian, type CustodianCode } from '#contract/fields';
import type { RoiBatchPage } from '#contract/features/roi/feature';
import type { EngineClient } from '../../bridge';
import { trackFailure } from '../../state/page-work.svelte';

/** A custodian's codes that are not requested by email. `isDone`: recorded or dismissed, on this screen or another. */
export interface PlannedRow {
  readonly custodian: string;
  readonly codes: readonly string[];
  readonly isDone: boolean;
  /** The members of the team who planned them; empty: not shared. */
  readonly plannedBy: readonly TeamChange[];
  /** The request that was recorded here. */
  readonly request: RoiRequestView | null;
}

/** Requests to make by portal or phone: those of one batch or, if `batch` is null, all that are still open. */
export class PlannedRequestList {
  planned = $state.raw<readonly PlannedCodes[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  #recorded = $state.raw<ReadonlyMap<string, RoiRequestView>>(new Map());
  readonly #engine: EngineClient;
  readonly #batch: RoiBatchPage['notByEmail'] | null;

  constructor(engine: EngineClient, batch: RoiBatchPage['notByEmail'] | null) {
    this.#engine = engine;
    this.#batch = batch;
  }

  readonly rows = $derived.by((): readonly PlannedRow[] => {
    const openPlans = new Map<string, PlannedCodes>(
      (this.planned ?? []).map((plan) => [plan.custodian, plan]),
    );
    const rows =
      this.#batch ?? [...openPlans.values()].map(({ custodian, codes }) => [custodian, codes] as const);
    return rows.map(([custodian, codes]) => {
      const open = codes.filter((code) => openPlans.get(custodian)?.codes.includes(code));
      // The codes of an unknown custodian are never planned, so that their absence from the plans says nothing.
      const isDone = this.planned !== null && isCustodian(custodian) && open.length === 0;
      const request = this.#recorded.get(custodian) ?? null;
      const plannedBy = openPlans.get(custodian)?.plannedBy ?? [];
      return { custodian, codes: open.length > 0 ? open : codes, isDone, plannedBy, request };
    });
  });

  load(): Promise<void> {
    return trackFailure(this, async () => void (this.planned = await this.#engine.roi.planned.list()));
  }

  async addRecorded(request: RoiRequestView): Promise<void> {
    this.#recorded = new Map([...this.#recorded, [request.custodian, request]]);
    await this.load();
  }

  dismiss(custodian: CustodianCode): Promise<void> {
    return trackFailure(this, async () => {
      await this.#engine.roi.planned.dismiss({ custodian });
      this.planned = await this.#engine.roi.planned.list();
    });
  }
}
