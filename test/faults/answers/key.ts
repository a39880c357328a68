/** The key of the table's firm: it must show up nowhere. */
export const KEY = 'the-secret-key-of-the-firm';
