/** The one channel over which ports travel from the app process to the page. */
export const PORT_MESSAGE = 'firm-desk:port';
export type PortName = 'desktop' | 'engine' | 'values';
/** What comes with a port; `question`: the number of the question that it answers, if it answers one. */
export interface PortMessage {
  readonly name: PortName;
  readonly question?: unknown;
}

/** Where plain tax IDs are shown: a site of its own, so that it has a process of its own. After # stands whose. */
export const VALUES_ORIGIN = 'app://values';
export const VALUES_PAGE = '/values/index.html';
