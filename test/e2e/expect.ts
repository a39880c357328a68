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

/** Waits until `locator` reaches `state`, then applies Playwright's matcher `check`. */
async function waitFirst(
  { isNot, timeout: defaultTimeout }: ExpectMatcherState,
  locator: Locator,
  state: 'attached' | 'visible' | undefined,
  { timeout = defaultTimeout }: Options,
  check: (matchers: Matchers, options: { timeout: number }) => Promise<void>,
): Promise<MatcherReturnType> {
  const isMissing =
    state !== undefined &&
    !isNot &&
    (await locator.waitFor({ state, timeout }).then(
      () => false,
      () => true,
    ));
  const matchers = isNot ? playwright(locator).not : playwright(locator);
  try {
    await check(matchers, { timeout: isMissing ? 1 : timeout }); // one more check, which reports the actual state
    return { pass: !isNot, message: () => '' }; // Playwright inverts `pass` for `.not`
  } catch (error) {
    return {
      pass: isNot,
      message: () => `${isMissing ? `Waited up to ${timeout} ms. ` : ''}${String(error)}`,
    };
  }
}

/**
 * Playwright's `expect`, but cheaper for missing elements: each time Playwright does not find one, it writes
 * the whole page into the failure message, which is slow for a long list. This waits for the element first.
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
