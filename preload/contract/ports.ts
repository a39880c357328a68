/**
 * The channel on which the preload script requests ports and the app process sends them. The page posts the same text to
 * its window to announce its listener.
 */
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
