/** A run of text of one kind; a link leads to another page of the guide. */
export type GuideRun =
  | { readonly kind: 'text' | 'strong' | 'em' | 'code' | 'kbd'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type GuideBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'picture'; readonly text: string; readonly file: string }
  | { readonly kind: 'paragraph'; readonly runs: readonly GuideRun[] }
  | { readonly kind: 'steps' | 'list'; readonly items: readonly (readonly GuideRun[])[] };

/** A page of the user guide, parsed when the app is built (scripts/lib/guide-page.mjs). */
export interface GuidePage {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly GuideBlock[];
}

const files = import.meta.glob<GuidePage>('../../../docs/user-guide/*.md', {
  eager: true,
  import: 'default',
});
const pictures = import.meta.glob<string>('../../../docs/screenshots/*.png', {
  eager: true,
  import: 'default',
  query: '?url',
});

const byName = new Map(Object.values(files).map((page) => [page.name, page]));
const index = byName.get('README');

/** The pages in the order in which the index links to them. */
export const GUIDE_PAGES: readonly GuidePage[] = (index?.blocks ?? [])
  .flatMap((block) => ('items' in block ? block.items.flat() : []))
  .flatMap((run) => (run.kind === 'link' ? (byName.get(run.to) ?? []) : []));

export const guidePageNamed = (name: string | undefined): GuidePage | undefined =>
  GUIDE_PAGES.find((page) => page.name === name) ?? GUIDE_PAGES[0];

/** Returns the address of a picture inside the app. */
export const pictureUrl = (file: string): string | undefined =>
  Object.entries(pictures).find(([path]) => path.endsWith(`/${file}`))?.[1];
