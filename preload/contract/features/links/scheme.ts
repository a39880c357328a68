/** The scheme of links, apart from their parser: the app process starts without its schemas. */
export const LINK_SCHEME = 'firmdesk';
