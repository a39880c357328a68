import { teamDatabase, type TeamDatabase } from '#contract/features/team/schemas';

const MESSAGES = {
  host: 'Enter the name of the server.',
  port: 'Enter a number from 1 to 65535.',
  database: 'Enter the name of the database.',
  login: 'Enter the user name.',
  ca: 'Paste the whole certificate, from “-----BEGIN CERTIFICATE-----” to the end.',
  password: 'Enter the password.',
} as const;
type LoginField = keyof typeof MESSAGES;

/** Decodes a part of an address. A "%" that encodes nothing, as in a password, stays. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return part; // encodes no text
  }
}

const CERTIFICATE = /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/;

interface Login {
  readonly database: TeamDatabase;
  readonly password: string;
}

/** The address of the team's database and the user's login, while they are typed. */
export class LoginForm {
  host = $state('');
  port = $state('5432');
  database = $state('');
  login = $state('');
  password = $state('');
  /** The certificate of an authority that this computer does not know, as PEM. */
  ca = $state('');
  #wasSubmitted = $state(false);
  readonly #parsed = $derived.by(() => {
    const { host, port, database, login } = this;
    const ca = this.ca.trim();
    // The schema rejects a null port and an undefined certificate.
    return teamDatabase.safeParse({
      host,
      port: /^\d+$/.test(port.trim()) ? Number(port) : null,
      database,
      login,
      ca: ca === '' ? null : CERTIFICATE.test(ca) ? ca : undefined,
    });
  });

  /** Messages by field, once the user tried to submit the form. */
  readonly errors: Readonly<Partial<Record<LoginField, string>>> = $derived.by(() => {
    if (!this.#wasSubmitted) return {};
    const invalidFields = new Set<unknown>(this.#parsed.error?.issues.map(({ path }) => path[0]));
    if (this.password === '') invalidFields.add('password');
    return Object.fromEntries(Object.entries(MESSAGES).filter(([field]) => invalidFields.has(field)));
  });

  constructor(initial: Partial<TeamDatabase> = {}) {
    this.host = initial.host ?? '';
    this.port = String(initial.port ?? 5432);
    this.database = initial.database ?? '';
    this.login = initial.login ?? '';
    this.ca = initial.ca ?? '';
  }

  /** Returns the address and the login; undefined if a value is not valid, which `errors` then explains. */
  validate(): Login | undefined {
    this.#wasSubmitted = true;
    const { data } = this.#parsed;
    return data && this.password !== '' ? { database: data, password: this.password } : undefined;
  }

  /** Fills the fields from an address: `postgresql://login@host:5432/database`. Returns whether it was one. */
  fillFrom(text: string): boolean {
    const url = /^postgres(ql)?:\/\//.test(text.trim()) ? URL.parse(text.trim()) : null;
    if (!url?.hostname) return false;
    this.host = url.hostname;
    if (url.port) this.port = url.port;
    if (url.pathname.length > 1) this.database = decoded(url.pathname.slice(1));
    if (url.username) this.login = decoded(url.username);
    if (url.password) this.password = decoded(url.password);
    return true;
  }
}
