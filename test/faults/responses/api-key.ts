/** The firm's key in these tests: it must not appear anywhere. */
export const API_KEY_OF_FIRM = 'the-secret-key-of-the-firm';
