import { failureOf, type Failure } from '#contract/failure';
import { roiContact, type RoiContact, type RoiRole } from '#contract/features/roi/schemas';
import type { TeamChange } from '#contract/features/team/change';
import { defaultTurnaround, type Turnaround, type RoiCustodian } from '#contract/features/roi/custodians';
import { roiRequestBody } from '#contract/resources/roi-requests';
import type { EngineClient } from '../../bridge';

export const CONTACT_ROLE_LABELS: Readonly<Record<RoiRole, string>> = {
  advisor: 'Advisor',
  firm: 'Firm',
  sender: 'Sender',
  'reply-to': 'Reply-to',
  cc: 'CC',
};
export const isAddress = (role: RoiRole): boolean => role === 'cc' || role === 'reply-to';

export interface ContactRequest {
  readonly id?: number;
  readonly role: RoiRole;
  readonly value: string;
  readonly name: string;
}

/** Returns the error of a contact. */
export function contactError({ role, value }: ContactRequest): string | undefined {
  if (!roiContact.shape.value.safeParse(value).success) return 'Enter a name or an address.';
  return isAddress(role) && !roiRequestBody.shape.cc_emails.element.safeParse(value.trim()).success
    ? 'This is not an email address.'
    : undefined;
}

/** A contact in its form. */
export class EditedContact {
  readonly original: ContactRequest;
  input: ContactRequest;
  readonly isChanged = $derived.by(
    () => this.input.value !== this.original.value || this.input.name !== this.original.name,
  );

  constructor(original: ContactRequest) {
    this.original = original;
    this.input = $state.raw(original);
  }
}

/** The contacts, addresses and expected time of one custodian. */
export class Contacts {
  /** Null until loaded. */
  list = $state.raw<readonly RoiContact[] | null>(null);
  /** A placeholder until loaded. */
  expected = $state.raw<Turnaround>({ first: 1, last: 1 });
  /** True if the user, or a colleague, set the expected time. */
  isExpectationCustom = $state(false);
  /** Who on the team set it; null: not shared. */
  expectationChange = $state.raw<TeamChange | null>(null);
  /** The bounds of the expected time as typed. */
  typedFirst = $derived(String(this.expected.first));
  typedLast = $derived(String(this.expected.last));
  readonly isExpectationChanged = $derived(
    this.typedFirst !== String(this.expected.first) || this.typedLast !== String(this.expected.last),
  );
  failure = $state.raw<Failure | null>(null);
  #reads = 0;
  /** Number of the displayed read; older answers are dropped. */
  #displayedRead = 0;

  constructor(
    readonly engine: EngineClient,
    readonly custodian: RoiCustodian,
  ) {}

  get basis(): 'stated' | 'assumed' {
    return defaultTurnaround(this.custodian).basis;
  }

  load(): Promise<boolean> {
    return this.#callAndReload(() => Promise.resolve());
  }

  save({ id, role, value, name }: ContactRequest): Promise<boolean> {
    const { custodian } = this;
    const contactName = isAddress(role) && name.trim() !== '' ? name.trim() : null;
    return this.#callAndReload(() =>
      this.engine.roi.contacts.save({
        custodian,
        role,
        value: value.trim(),
        name: contactName,
        ...(id === undefined ? {} : { id }),
      }),
    );
  }

  remove(id: number): Promise<boolean> {
    return this.#callAndReload(() => this.engine.roi.contacts.remove({ id }));
  }

  /** Sets the expected time; null restores the default. */
  setExpectation(expected: Turnaround | null): Promise<boolean> {
    return this.#callAndReload(() => this.engine.roi.setExpectation({ custodian: this.custodian, expected }));
  }

  /** Discards the typed bounds. */
  resetExpectation(): void {
    this.typedFirst = String(this.expected.first);
    this.typedLast = String(this.expected.last);
  }

  /** Makes a change and loads everything again. Returns whether both succeeded. */
  async #callAndReload(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
      this.#reads += 1;
      const read = this.#reads;
      const { contacts, expected, isUserSet, expectedChanged } = await this.engine.roi.custodian({
        custodian: this.custodian,
      });
      if (read < this.#displayedRead) return true;
      this.#displayedRead = read;
      this.list = contacts;
      // Equal times keep the same object, so that unsaved input in their form stays.
      if (expected.first !== this.expected.first || expected.last !== this.expected.last)
        this.expected = expected;
      this.isExpectationCustom = isUserSet;
      this.expectationChange = expectedChanged;
      this.failure = null;
      return true;
    } catch (error) {
      this.failure = failureOf(error);
      return false;
    }
  }
}
