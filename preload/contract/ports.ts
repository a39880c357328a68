/** The channel that sends ports from the app process to the page. */
export const PORT_MESSAGE = 'firm-desk:port';
export type PortName = 'desktop' | 'engine' | 'values';
/** Metadata of a port. `request`: the number of the request that it answers, if any. */
export interface PortMessage {
  readonly name: PortName;
  readonly request?: unknown;
}

/**
 * Origin of pages that show plain tax IDs: a separate site, so that Chromium gives it its own process. The URL's fragment
 * is the ID of the isolated process with the values.
 */
export const VALUES_ORIGIN = 'app://values';
export const VALUES_PAGE = '/values/index.html';
