import type { Connection } from '#contract/connection';
import type { Identity, TokenClaims } from '#contract/calls/identity';
import { FIRM_LIST } from '#contract/resources';
import { names } from '../../records/names/names.svelte';
import { formatDateTime } from '../../ui/format';
import { ENVIRONMENTS, CREDENTIAL_KINDS } from './connection-form.svelte';

export interface IdentityFact {
  readonly label: string;
  readonly value: string;
}

const labelIn = <V extends string>(options: readonly { value: V; label: string }[], value: V): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** Returns what this computer stores about a connection, without its secrets. */
export function connectionFacts(connection: Connection): IdentityFact[] {
  const { application, authUrl, baseUrl, createdAt, credentialKind, demo, readOnly } = connection;
  return [
    { label: 'Service address', value: demo ? 'Runs inside this app' : baseUrl },
    ...(demo || authUrl === baseUrl ? [] : [{ label: 'Sign-in address', value: authUrl }]),
    { label: 'Environment', value: labelIn(ENVIRONMENTS, application) },
    { label: 'Credential', value: labelIn(CREDENTIAL_KINDS, credentialKind) },
    { label: 'Changes', value: readOnly ? 'Read-only: nothing can be sent' : 'Can be sent' },
    { label: 'Connected', value: formatDateTime(createdAt) },
  ];
}

const NOT_STATED = 'Not stated';
const yesOrNo = (value: boolean | null): string => (value === null ? NOT_STATED : value ? 'Yes' : 'No');
const dateTimeText = (value: string | null): string => (value === null ? NOT_STATED : formatDateTime(value));

const firmsText = (ids: TokenClaims['firmIds']): string =>
  ids === null ? NOT_STATED : ids.map((id) => names.label(FIRM_LIST, id)).join(', ') || 'None';

/** Returns the claims of the sign-in as facts. */
export const claimFacts = (claims: TokenClaims): IdentityFact[] => [
  { label: 'User ID', value: claims.userId ?? NOT_STATED },
  { label: 'Profile ID', value: claims.profileId ?? NOT_STATED },
  { label: 'Firm', value: claims.firmId === null ? NOT_STATED : names.label(FIRM_LIST, claims.firmId) },
  { label: 'Firms it can access', value: firmsText(claims.firmIds) },
  { label: 'Firm user', value: yesOrNo(claims.isFirmUser) },
  { label: 'End client', value: yesOrNo(claims.isClientUser) },
  { label: 'Signed in', value: dateTimeText(claims.issuedAt) },
  { label: 'Renewed before', value: dateTimeText(claims.expiresAt) },
];

/** Explanations of the identity, shown below its title. */
export const IDENTITY_TEXTS: Readonly<Record<Identity['kind'], string>> = {
  claims:
    'What the service states about this sign-in. It doesn’t say whether the user is the firm’s owner; only the owner is sure to have access to everything.',
  'api-key':
    'An API key doesn’t say who it acts as. It has the permissions of the user who created it; “Manage API keys…” shows its name to the firm’s owner.',
  unreadable:
    'The service’s sign-in doesn’t say who the user is in a form that Firm Desk can read. This doesn’t affect your work.',
};
