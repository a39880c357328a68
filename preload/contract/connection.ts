import { z } from 'zod';

/** Validation codes for connection fields; the window has the sentences. */
export const CONNECTION_PROBLEMS = [
  'address',
  'no-username',
  'no-password',
  'no-key',
  'short-key',
  'odd-key',
  'no-name',
  'long-name',
  'no-key-name',
] as const;
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number];
/** Returns a validation message; its type allows only the codes. */
const code = (problem: ConnectionProblem): ConnectionProblem => problem;

/** https only, except loopback; stored without a trailing slash. */
export const serviceAddress = z
  .string()
  .trim()
  .transform((value) => value.replace(/\/+$/, ''))
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const url = new URL(value);
    if (url.username || url.password || url.search || url.hash) return false;
    if (url.protocol === 'https:') return true;
    return url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  }, code('address'));

export const applicationKind = z.enum(['production', 'sandbox']);
export type ApplicationKind = z.output<typeof applicationKind>;

/** The firm's owner signs in once to create an API key (spec 5.2); password and tokens are then discarded. */
export const ownerSignIn = z.object({
  username: z.string().trim().min(1, code('no-username')),
  password: z.string().min(1, code('no-password')),
});

/** A secret, stored in the keychain. It is passed to the engine, and never back to the renderer. */
export const credential = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('api-key'),
    key: z
      .string()
      .trim()
      .min(1, code('no-key'))
      .min(8, code('short-key'))
      .regex(/^[\x21-\x7e]+$/, code('odd-key')),
  }),
  z.object({ kind: z.literal('password'), ...ownerSignIn.shape }),
]);
export type Credential = z.output<typeof credential>;

const profileFields = {
  name: z.string().trim().min(1, code('no-name')).max(80, code('long-name')),
  baseUrl: serviceAddress,
  authUrl: serviceAddress,
  application: applicationKind,
};

/** Also the name of the connection's folder, so it must not contain path characters. */
export const connectionId = z.string().regex(/^[a-z0-9-]{4,64}$/);

/** A profile: everything about a connection except its secrets. The app serves `demo` connections itself. */
export const connection = z.object({
  id: connectionId,
  ...profileFields,
  credentialKind: z.enum(['api-key', 'password']),
  demo: z.boolean(),
  createdAt: z.string(),
  /** True if the client refuses every write. */
  readOnly: z.boolean().optional(),
});
export type Connection = z.output<typeof connection>;

/**
 * The editable part of a connection. A credential belongs to its host: for a different host, it must be entered again.
 */
export const connectionChange = connection
  .pick({ id: true })
  .extend({ ...profileFields, readOnly: z.boolean(), credential: credential.nullable() });
export type ConnectionChange = z.output<typeof connectionChange>;

/** Returns whether two addresses share an origin, so that a credential for one may be sent to the other. */
export const isSameHost = (a: string, b: string): boolean => URL.parse(a)?.origin === URL.parse(b)?.origin;

/** Returns the origins that a credential for these addresses may go to: of the service, then of its sign-in. */
export const originsOf = ({
  baseUrl,
  authUrl,
}: Pick<Connection, 'baseUrl' | 'authUrl'>): readonly [string, string] => [
  new URL(baseUrl).origin,
  new URL(authUrl).origin,
];

/** Addresses and credential to test before anything is stored. */
export const connectionTest = z.object({
  baseUrl: profileFields.baseUrl,
  authUrl: profileFields.authUrl,
  credential,
});

/** A connection to create. `access`: how to obtain its credential. */
export const newConnection = z.object({
  ...profileFields,
  readOnly: z.boolean().optional(),
  /** The ID of saved work on this computer without a connection (`unlisted` of the session). */
  adopt: connectionId.optional(),
  access: z.discriminatedUnion('kind', [
    ...credential.options,
    z.object({
      kind: z.literal('owner'),
      ...ownerSignIn.shape,
      keyName: z.string().trim().min(1, code('no-key-name')).max(80, code('long-name')),
    }),
  ]),
});
export type NewConnection = z.output<typeof newConnection>;
