import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { GUIDE_PAGES, pictureUrl } from '../../../renderer/app/guide/guide-pages';
import { searchGuide } from '../../../renderer/app/guide/guide-search';
import GuideView from '../../../renderer/app/guide/GuideView.svelte';

const pages = () => within(screen.getByRole('navigation', { name: 'Guide pages' })).getAllByRole('button');

it('bundles the image file of every picture on a page', () => {
  expect(GUIDE_PAGES.length).toBeGreaterThan(15);
  for (const { blocks } of GUIDE_PAGES)
    for (const block of blocks) if (block.kind === 'picture') expect(pictureUrl(block.file)).toBeTruthy();
});

it('finds pages by words of title and text, in any order, titles first', () => {
  const titlesFor = (search: string) => searchGuide(GUIDE_PAGES, search).map(({ page }) => page.title);
  expect(titlesFor('fee reconcile')[0]).toBe('Reconcile a fee file');
  expect(titlesFor('PASSPHRASE')).toEqual(['Back up and restore']);
  expect(titlesFor('  ')).toHaveLength(GUIDE_PAGES.length);
  expect(titlesFor('zebra')).toEqual([]);
  expect(searchGuide(GUIDE_PAGES, 'passphrase')[0]?.excerpt).toContain('passphrase');
});

it('shows a page with its headings, steps and picture, and follows its links', async () => {
  const go = vi.fn();
  render(GuideView, { route: { screen: 'guide', page: 'save-fee-files' }, go });
  const article = within(screen.getByRole('article', { name: 'Save fee upload files' }));
  expect(article.getByRole('heading', { name: 'Compare periods' })).toBeTruthy();
  expect(article.getAllByRole('listitem').length).toBeGreaterThan(2);
  expect(article.getByRole('img').getAttribute('src')).toContain('fee-upload-files');
  await userEvent.click(article.getByRole('button', { name: 'reconcile a fee file' }));
  expect(go).toHaveBeenCalledWith({ screen: 'guide', page: 'reconcile-a-fee-file' });
});

it('narrows the pages while you type, and Enter opens the first', async () => {
  const go = vi.fn();
  render(GuideView, { route: { screen: 'guide' }, go });
  await userEvent.type(screen.getByRole('textbox', { name: 'Search the guide' }), 'tax id');
  expect(pages()[0]?.textContent).toContain('Look up tax IDs');
  expect(screen.getByRole('status').textContent).toMatch(/pages/);
  await userEvent.keyboard('{Enter}');
  expect(go).toHaveBeenCalledWith({ screen: 'guide', page: 'look-up-tax-ids' });
  await userEvent.type(screen.getByRole('textbox', { name: 'Search the guide' }), ' zebra');
  expect(screen.getByRole('status').textContent).toContain('No pages match.');
});
