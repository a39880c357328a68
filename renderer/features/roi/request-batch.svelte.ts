import type { Failure } from '#contract/failure';
import type { RoiContact, RoiDraftContent } from '#contract/features/roi/schemas';
import { takesEmail } from '#contract/features/roi/custodians';
import type { EngineClient } from '../../bridge';
import { trackFailure } from '../../state/page-work.svelte';
import { DraftEditor } from './draft-editor.svelte';
import { RoiRequestForm } from './request-form.svelte';

/** The shared fields of all requests in a batch. */
const SHARED_FIELDS = ['firmName', 'senderName', 'cc', 'replyTo'] as const;
type SharedContent = Pick<RoiDraftContent, (typeof SHARED_FIELDS)[number]>;

/** Firm, sender and addresses: a change here changes every request of the batch that was not sent. */
export class SharedFields extends DraftEditor {
  readonly #requests: () => readonly RoiRequestForm[];

  constructor(requests: () => readonly RoiRequestForm[]) {
    super();
    this.#requests = requests;
  }

  /** The shared fields in which the requests differ, because one was changed separately. */
  get differing(): (keyof SharedContent)[] {
    const texts = (name: keyof SharedContent) =>
      new Set(this.#requests().map(({ form }) => JSON.stringify(form.content[name])));
    return SHARED_FIELDS.filter((name) => texts(name).size > 1);
  }

  override change(change: Partial<RoiDraftContent>): void {
    super.change(change);
    const sharedChange = Object.fromEntries(
      SHARED_FIELDS.flatMap((name) => (name in change ? [[name, change[name]]] : [])),
    ) as Partial<SharedContent>;
    if (Object.keys(sharedChange).length > 0)
      for (const { form } of this.#requests()) form.change(sharedChange);
  }
}

/** Several requests with shared fields and one preview, sent one after the other, each once. */
export class RoiRequestBatch {
  requests = $state.raw<readonly RoiRequestForm[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  phase = $state<'write' | 'preview'>('write');
  sending = $state(false);
  readonly shared = new SharedFields(() => this.waiting);
  readonly #engine: EngineClient;

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  /** Requests that were neither sent nor tried. */
  get waiting(): readonly RoiRequestForm[] {
    return (this.requests ?? []).filter(({ request }) => request === null);
  }

  /** The advisor of every request; empty if they differ. Setting it changes every request not sent. */
  get advisorForAll(): string {
    const names = new Set(this.waiting.map(({ form }) => form.content.advisorName));
    const [only = ''] = names;
    return names.size === 1 ? only : '';
  }
  set advisorForAll(advisorName: string) {
    for (const { form } of this.waiting) form.change({ advisorName });
  }

  /** True if an address that was typed for all requests could not be added. */
  get hasInvalidAddresses(): boolean {
    const { cc, replyTo } = this.shared.invalid;
    return cc !== '' || replyTo !== '';
  }

  get ready(): boolean {
    return this.waiting.length > 0 && this.waiting.every(({ preview }) => preview.canSend);
  }

  /** Returns the contacts used before with any of the custodians, without duplicates. */
  readonly contactsOf = (role: RoiContact['role']): readonly RoiContact[] => {
    const all = (this.requests ?? []).flatMap(({ facts }) => facts.contactsOf(role));
    return all.filter(({ value }, index) => all.findIndex((other) => other.value === value) === index);
  };

  load(drafts: readonly string[]): Promise<void> {
    return trackFailure(this, async () => {
      const openedRequests = await Promise.all(drafts.map((id) => this.#openRequest(id)));
      const requests = openedRequests.flatMap((request) => request ?? []);
      const content = requests.find(({ request }) => request === null)?.form.content;
      this.requests = requests;
      if (content) this.shared.content = content; // not by `change`, which would copy it to all requests
    });
  }

  /** Opens the preview if nothing is missing. */
  async openPreview(): Promise<void> {
    this.shared.commitInput();
    if (this.waiting.some(({ needs }) => needs.length > 0) || this.hasInvalidAddresses) return;
    await Promise.all(this.waiting.map(({ preview }) => preview.reload()));
    this.phase = 'preview';
  }

  /**
   * Sends the displayed requests one after the other and stops at the first failure, because its cause would
   * stop the others too. Ignores calls while it is running.
   */
  async send(): Promise<void> {
    if (this.sending || !this.ready) return;
    this.sending = true;
    try {
      for (const requestForm of this.waiting) {
        requestForm.request = await requestForm.preview.send();
        if (requestForm.request?.state !== 'sent') return;
      }
    } finally {
      this.sending = false;
    }
  }

  /** Saves unsaved changes. */
  async flush(): Promise<void> {
    this.shared.commitInput();
    await Promise.all(this.waiting.map(({ form }) => form.flush()));
  }

  async #openRequest(id: string): Promise<RoiRequestForm | null> {
    const requestForm = new RoiRequestForm(this.#engine);
    await requestForm.open(id);
    const custodian = requestForm.form.content.custodian ?? requestForm.request?.custodian;
    if (!custodian || !takesEmail(custodian)) return null;
    await requestForm.facts.load(this.#engine, custodian);
    return requestForm;
  }
}
