import { session } from 'electron';
import { proxyConfig } from '#contract/features/policies/policies';

/** Returns a fetch for updates: through the proxy of the policies, without cookies and cache of the page. */
export function updateFetch(proxy: () => string | undefined): typeof fetch {
  return async (input, init) => {
    const own = session.fromPartition('updates', { cache: false });
    own.setSpellCheckerLanguages([]); // a new session downloads dictionaries otherwise
    own.setSpellCheckerEnabled(false);
    await own.setProxy(proxyConfig(proxy() ?? 'system') ?? { mode: 'system' });
    return own.fetch(input instanceof URL ? input.href : input, init);
  };
}
