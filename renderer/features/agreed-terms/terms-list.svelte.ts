import type { AccountTerms, TermsResult } from '#contract/features/agreed-terms/schemas';
import type { TermsFilter } from '#contract/features/agreed-terms/calls';
import type { DesktopClient, EngineClient } from '../../bridge';
import { countOf } from '../../ui/format';
import { Pages } from '../../ui/pages.svelte';
import { saveToFile } from '../../records/export/save-to-file';

type TermsPage = Awaited<ReturnType<EngineClient['agreedTerms']['list']>>;

/** The compared accounts on screen: filter, results and counts. */
export class AgreedTermsList {
  text = $state('');
  result = $state<TermsResult | 'all'>('all');
  exporting = $state(false);
  /** Facts of the last response; null before the first one. */
  facts = $state.raw<Omit<TermsPage, 'items' | 'total'> | null>(null);

  readonly filter: TermsFilter = $derived({
    ...(this.text.trim() ? { text: this.text.trim() } : {}),
    ...(this.result === 'all' ? {} : { result: this.result }),
  });
  readonly isFiltered = $derived(Object.keys(this.filter).length > 0);
  readonly pages = $derived.by(() => {
    const { filter } = this;
    const pages = new Pages<AccountTerms, TermsPage>(
      (offset, limit) => this.engine.agreedTerms.list({ filter, offset, limit }),
      {
        keyOf: ({ key }) => key,
        keepsPlace: true,
        onload: (page) => {
          if (pages === this.pages) this.facts = page; // a late response to an earlier filter is dropped
        },
      },
    );
    return pages;
  });

  constructor(
    readonly engine: EngineClient,
    readonly desktop: DesktopClient,
  ) {}

  clear(): void {
    this.text = '';
    this.result = 'all';
  }

  /** Saves the filtered accounts as a spreadsheet. */
  async export(): Promise<void> {
    this.exporting = true;
    const request = {
      purpose: 'agreed-terms-export',
      title: 'Export agreed terms',
      name: 'agreed-terms.xlsx',
    } as const;
    await saveToFile(this.desktop, request, async ({ grant, name }) => {
      const { rows } = await this.engine.agreedTerms.export({ filter: this.filter, grant });
      return { title: 'Agreed terms exported', text: `${countOf(rows, 'account', 'accounts')} to ${name}` };
    });
    this.exporting = false;
  }
}
