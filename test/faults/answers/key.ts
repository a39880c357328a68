/** The key of the table's firm: it must not appear anywhere. */
export const KEY = 'the-secret-key-of-the-firm';
