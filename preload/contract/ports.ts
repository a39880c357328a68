/** The one channel over which ports travel from the app process to the page. */
export const PORT_MESSAGE = 'firm-desk:port';
export type PortName = 'desktop' | 'engine';
