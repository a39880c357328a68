/** The scheme of links, in a separate file because the app process starts without the schemas of their parser. */
export const LINK_SCHEME = 'firmdesk';
