/** Labels of the kinds of connections. */
export const APPLICATIONS = [
  { value: 'production', label: 'Production' },
  { value: 'sandbox', label: 'Sandbox' },
] as const;

export const CREDENTIAL_KINDS = [
  { value: 'api-key', label: 'API key' },
  { value: 'password', label: 'User name and password' },
] as const;
