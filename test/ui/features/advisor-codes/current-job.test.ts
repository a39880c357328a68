import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { Job } from '#contract/job';
import CurrentJob from '../../../../renderer/features/advisor-codes/CurrentJob.svelte';
import { connectionOf, fakeEngine } from '../../fakes';
import { sampleCodesJob } from './samples';

it('announces progress every five seconds, not every code, and the end at once', async () => {
  vi.useFakeTimers();
  const jobWith = (done: number): Job =>
    sampleCodesJob({ state: 'running', total: 400, counts: { done, planned: 400 - done } });
  const ended = sampleCodesJob({ state: 'done', total: 400, counts: { done: 400 } });
  const { engine } = fakeEngine({
    'jobs.list': () => [jobWith(0)],
    'jobs.follow': async function* () {
      for (let done = 1; done <= 40; done++) {
        yield jobWith(done);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      yield ended;
    },
  });
  render(CurrentJob, { engine, version: 1, connection: connectionOf(), open: vi.fn() });
  const announced: string[] = [];
  const observer = new MutationObserver(() => {
    const text = document.querySelector('[aria-live=polite]')?.textContent.trim() ?? '';
    if (text !== '' && text !== announced.at(-1)) announced.push(text);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await vi.advanceTimersByTimeAsync(6_000);
  observer.disconnect();
  expect(announced).toEqual([expect.stringMatching(/^Creating codes: \d of 400 done$/), '400 codes created']);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText('400 codes created', { selector: ':not([aria-live] *)' })).toBeTruthy();
});
