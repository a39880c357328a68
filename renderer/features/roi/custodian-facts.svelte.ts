import { failureOf, type Failure } from '#contract/failure';
import type { RoiContact } from '#contract/features/roi/schemas';
import type { RoiCode } from '#contract/features/roi/calls';
import type { RoiCustodian } from '#contract/features/roi/custodians';
import type { EngineClient } from '../../bridge';

/** Data about the chosen custodian: its cached codes, and its contacts, of earlier requests or added by the user. */
export class CustodianFacts {
  /** The custodian that the data below is about; null until loaded. */
  custodian = $state.raw<RoiCustodian | null>(null);
  codes = $state.raw<readonly RoiCode[]>([]);
  contacts = $state.raw<readonly RoiContact[]>([]);
  /** From the last request to any custodian. */
  latestContacts = $state.raw<readonly RoiContact[]>([]);
  /** The advisor that each code was last requested for, by code. */
  advisors = $state.raw<Readonly<Record<string, string>>>({});
  failure = $state.raw<Failure | null>(null);
  #latestRequest = 0;
  #loading: Promise<void> = Promise.resolve();

  /** Loads all data; resolves when it is loaded or its failure is set. */
  load(engine: EngineClient, custodian: RoiCustodian): Promise<void> {
    this.#loading = this.#load(engine, custodian);
    return this.#loading;
  }

  /** Resolves when no load is running. */
  async settled(): Promise<void> {
    for (let last; last !== this.#loading;) {
      last = this.#loading;
      await last;
    }
  }

  async #load(engine: EngineClient, custodian: RoiCustodian): Promise<void> {
    const request = ++this.#latestRequest;
    try {
      const { codes, contacts, latestContacts, advisors } = await engine.roi.custodian({ custodian });
      if (request !== this.#latestRequest) return;
      this.custodian = custodian;
      this.codes = codes;
      this.contacts = contacts;
      this.latestContacts = latestContacts;
      this.advisors = advisors;
      this.failure = null;
    } catch (error) {
      if (request === this.#latestRequest) this.failure = failureOf(error);
    }
  }

  /** Returns the contacts for a role: the last used first, those never used at the end. */
  contactsOf(role: RoiContact['role']): readonly RoiContact[] {
    return this.contacts.filter((contact) => contact.role === role);
  }
}
