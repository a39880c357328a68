/** Enough of a secret to tell two apart, and no more. */
export const masked = (secret: string): string => (secret.length > 8 ? `••••${secret.slice(-4)}` : '••••');
