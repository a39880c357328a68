import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { RoiCode, RoiContact } from '../../../preload/contract/calls/roi';
import type { RoiCustodian } from '../../../preload/contract/domain/roi-custodians';
import type { EngineClient } from '../../bridge';

/** What is known of the chosen custodian: its codes in the local copy, and whom requests to it named before. */
export class CustodianFacts {
  /** The custodian that the rest is of. */
  of = $state.raw<RoiCustodian | null>(null);
  codes = $state.raw<readonly RoiCode[]>([]);
  contacts = $state.raw<readonly RoiContact[]>([]);
  /** Of the last request to any custodian. */
  lately = $state.raw<readonly RoiContact[]>([]);
  /** On whose behalf a code was last asked for, by code. */
  owners = $state.raw<Readonly<Record<string, string>>>({});
  failure = $state.raw<Failure | null>(null);
  #question = 0;
  #loading: Promise<void> = Promise.resolve();

  /** Asks for all of it; resolves when it is there, or when it is told why not. */
  load(engine: EngineClient, custodian: RoiCustodian): Promise<void> {
    this.#loading = this.#load(engine, custodian);
    return this.#loading;
  }

  /** Resolves when nothing that was asked for is on its way. */
  async settled(): Promise<void> {
    for (let last; last !== this.#loading;) {
      last = this.#loading;
      await last;
    }
  }

  async #load(engine: EngineClient, custodian: RoiCustodian): Promise<void> {
    const question = ++this.#question;
    try {
      const { codes, contacts, lately, owners } = await engine.roi.custodian({ custodian });
      if (question !== this.#question) return;
      this.of = custodian;
      this.codes = codes;
      this.contacts = contacts;
      this.lately = lately;
      this.owners = owners;
      this.failure = null;
    } catch (error) {
      if (question === this.#question) this.failure = failureOf(error);
    }
  }

  /** Names used for a role, the last used first. */
  used(role: RoiContact['role']): readonly RoiContact[] {
    return this.contacts.filter((contact) => contact.role === role);
  }
}
