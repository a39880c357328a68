/** Returns just enough of a secret to distinguish two. */
export const maskSecret = (secret: string): string =>
  secret.length > 8 ? `••••${secret.slice(-4)}` : '••••';
