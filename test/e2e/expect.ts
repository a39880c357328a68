import {
  expect as playwright,
  type ExpectMatcherState,
  type Locator,
  type MatcherReturnType,
} from '@playwright/test';

type Texts = string | RegExp | readonly (string | RegExp)[];
interface Options {
  readonly timeout?: number;
}
type Matchers = ReturnType<typeof playwright<Locator>>;

/** Waits until `locator` has come to be `state`, and then for what Playwright's matcher `looks` for. */
async function waitFirst(
  { isNot, timeout: usual }: ExpectMatcherState,
  locator: Locator,
  state: 'attached' | 'visible' | undefined,
  { timeout = usual }: Options,
  looks: (matchers: Matchers, options: { timeout: number }) => Promise<void>,
): Promise<MatcherReturnType> {
  const missing =
    state !== undefined &&
    !isNot &&
    (await locator.waitFor({ state, timeout }).then(
      () => false,
      () => true,
    ));
  const matchers = isNot ? playwright(locator).not : playwright(locator);
  try {
    await looks(matchers, { timeout: missing ? 1 : timeout }); // one more look, which tells what is there instead
    return { pass: !isNot, message: () => '' };
  } catch (error) {
    return { pass: isNot, message: () => `${missing ? `Waited up to ${timeout} ms. ` : ''}${String(error)}` };
  }
}

/**
 * Playwright's own, but for elements that are not there yet: each time that it does not find one, it writes down the whole
 * page for the message of a failure, and of a long list that is much work. To wait for an element takes none of it.
 */
export const expect: typeof playwright = playwright.extend({
  toBeVisible(locator: Locator, options: Options & { readonly visible?: boolean } = {}) {
    const state = options.visible === false ? undefined : 'visible';
    return waitFirst(this, locator, state, options, (matchers, within) =>
      matchers.toBeVisible({ ...options, ...within }),
    );
  },
  toContainText(locator: Locator, text: Texts, options: Options = {}) {
    const state = Array.isArray(text) ? undefined : 'attached';
    return waitFirst(this, locator, state, options, (matchers, within) =>
      matchers.toContainText(text, { ...options, ...within }),
    );
  },
  toHaveText(locator: Locator, text: Texts, options: Options = {}) {
    const state = Array.isArray(text) ? undefined : 'attached';
    return waitFirst(this, locator, state, options, (matchers, within) =>
      matchers.toHaveText(text, { ...options, ...within }),
    );
  },
});
