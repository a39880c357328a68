import { z } from 'zod';

/** What is wrong with a field of a connection: codes, whose words are the window's. */
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

/** The firm's owner signs in once to create an API key (spec 5.2); password and tokens are discarded after. */
export const ownerSignIn = z.object({
  username: z.string().trim().min(1, code('no-username')),
  password: z.string().min(1, code('no-password')),
});

/** What proves who we are. Kept in the keychain; crosses to the engine, never to the renderer. */
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

const place = {
  name: z.string().trim().min(1, code('no-name')).max(80, code('long-name')),
  baseUrl: serviceAddress,
  authUrl: serviceAddress,
  application: applicationKind,
};

/** Names the connection's folder too: a text that could lead out of it is none. */
export const connectionId = z.string().regex(/^[a-z0-9-]{4,64}$/);

/** A profile: everything about a connection but its secrets. `demo` ones are served from inside the app. */
export const connection = z.object({
  id: connectionId,
  ...place,
  credentialKind: z.enum(['api-key', 'password']),
  demo: z.boolean(),
  createdAt: z.string(),
  /** The client refuses every request that would change something, whatever the screen. */
  readOnly: z.boolean().optional(),
});
export type Connection = z.output<typeof connection>;

/**
 * What people may change of a connection; everything that belongs to it stays. The credential is only for the place it
 * was given for: another host needs it again.
 */
export const connectionChange = connection
  .pick({ id: true })
  .extend({ ...place, readOnly: z.boolean(), credential: credential.nullable() });
export type ConnectionChange = z.output<typeof connectionChange>;

/** Whether two addresses are of the same host, so that a credential for one may go to the other. */
export const isSameHost = (one: string, other: string): boolean =>
  URL.parse(one)?.origin === URL.parse(other)?.origin;

/** The origins that a credential for these addresses may go to: of the service, then of its sign-in. */
export const originsOf = ({
  baseUrl,
  authUrl,
}: Pick<Connection, 'baseUrl' | 'authUrl'>): readonly [string, string] => [
  new URL(baseUrl).origin,
  new URL(authUrl).origin,
];

/** Where and how to reach a service, with the credential: used to test before anything is kept. */
export const reach = z.object({ baseUrl: place.baseUrl, authUrl: place.authUrl, credential });

/** How the first screen can obtain a credential. */
export const newConnection = z.object({
  ...place,
  /** The ID of saved work on this computer that no connection names (`unlisted` of the session). */
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
