import { session } from 'electron';
import { proxyConfig } from '#contract/features/policies/policies';

/** Returns a fetch for updates that uses the proxy of the policies, and neither cookies nor cache of the page. */
export function updateFetch(proxy: () => string | undefined): typeof fetch {
  return async (input, init) => {
    const updateSession = session.fromPartition('updates', { cache: false });
    updateSession.setSpellCheckerLanguages([]); // a new session downloads dictionaries otherwise
    updateSession.setSpellCheckerEnabled(false);
    await updateSession.setProxy(proxyConfig(proxy() ?? 'system') ?? { mode: 'system' });
    return updateSession.fetch(input instanceof URL ? input.href : input, init);
  };
}
