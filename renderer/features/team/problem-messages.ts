import type { TeamProblem, TeamProblemCode } from '#contract/features/team/calls';
import { grantSql } from '#contract/features/team/login';
import type { FailureMessage } from '../../ui/failure-texts';
import { formatDateTime } from '../../ui/format';

type ProblemFacts = NonNullable<TeamProblem['facts']>;
type Sentences = FailureMessage | ((facts: ProblemFacts) => FailureMessage);

const NOTHING_LOST = 'Nothing was lost.';
const ASK_ADMINISTRATOR = 'Ask the database’s administrator';

const fact = (facts: ProblemFacts, name: string, fallback: string): string => String(facts[name] ?? fallback);
const serverOf = (facts: ProblemFacts): string => fact(facts, 'host', 'the server');

/** The sentences of each problem. */
const TEXTS: Readonly<Record<TeamProblemCode, Sentences>> = {
  'host-unknown': (facts) => ({
    title: `No server named ${serverOf(facts)} was found`,
    meaning: NOTHING_LOST,
    next: 'Check the server’s name for typos, and the network or VPN.',
  }),
  unreachable: (facts) => ({
    title:
      facts['host'] === undefined
        ? 'The database can’t be reached'
        : `The database on ${serverOf(facts)} can’t be reached`,
    meaning: `No database responds${facts['port'] === undefined ? '' : ` at port ${facts['port']}`}. ${NOTHING_LOST}`,
    next: `Check the network or VPN. If they work, ask the database’s administrator whether it is running.`,
  }),
  'not-postgres': (facts) => ({
    title: 'This server is not a PostgreSQL database',
    meaning: `The program at this port of ${serverOf(facts)} is not PostgreSQL. No password was sent.`,
    next: 'Check the server and the port.',
  }),
  timeout: {
    title: 'The database did not answer in time',
    meaning: NOTHING_LOST,
    next: 'Try again in a few minutes. If it keeps happening, ask the database’s administrator.',
  },
  'connection-lost': {
    title: 'The connection to the database was interrupted',
    meaning: 'Firm Desk checks which changes have arrived before it sends any again. Nothing was lost.',
    next: 'Keep working: Firm Desk connects again on its own.',
  },
  'tls-not-supported': (facts) => ({
    title: 'The database does not encrypt its connections',
    meaning: `There is no TLS on ${serverOf(facts)}, so your password was not sent.`,
    next: `${ASK_ADMINISTRATOR} to turn on TLS.`,
  }),
  'certificate-expired': {
    title: 'The database’s certificate has expired or is not valid yet',
    meaning: 'The server could not prove that it is the right one, so your password was not sent.',
    next: `Check this computer’s date and time. If they are right, ask the database’s administrator to renew the certificate.`,
  },
  'certificate-untrusted': {
    title: 'The database’s certificate is not trusted',
    meaning: 'The server could not prove that it is the right one, so your password was not sent.',
    next: `${ASK_ADMINISTRATOR} for the certificate of the authority that signed it, and paste it under Certificate.`,
  },
  'certificate-other-host': (facts) => ({
    title: 'The database’s certificate is for another server',
    meaning: `It is not for ${serverOf(facts)}, so your password was not sent.`,
    next: 'Enter the server’s name as it appears in the certificate, or ask the database’s administrator.',
  }),
  'tls-failed': {
    title: 'A secure connection to the database could not be established',
    meaning: 'Your password was not sent.',
    next: `Check the server and the port, or ask the database’s administrator which TLS versions it supports.`,
  },
  'wrong-password': (facts) => ({
    title: 'Incorrect user name or password',
    meaning: `The database does not let ${fact(facts, 'login', 'this login')} in. ${NOTHING_LOST}`,
    next: 'Enter the user name and password again.',
  }),
  'weak-sign-in': {
    title: 'The database asks for the password in an unsafe way',
    meaning: 'It does not use SCRAM, so your password was not sent.',
    next: `${ASK_ADMINISTRATOR} to use scram-sha-256 for this login.`,
  },
  'no-database': (facts) => ({
    title: `There is no database named ${fact(facts, 'database', 'this')}`,
    meaning: 'The server responds and accepts your login.',
    next: 'Check the database’s name.',
  }),
  'sign-in-refused': {
    title: 'The database does not accept this sign-in',
    meaning: NOTHING_LOST,
    next: `${ASK_ADMINISTRATOR} whether this login may connect from this computer.`,
  },
  'too-many-connections': {
    title: 'The database has no free connection',
    meaning: NOTHING_LOST,
    next: 'Keep working: Firm Desk tries again on its own. If it keeps happening, ask the database’s administrator.',
  },
  'too-old': (facts) => ({
    title: `PostgreSQL ${fact(facts, 'version', 'of this server')} is too old`,
    meaning: `A team needs version ${fact(facts, 'needed', '14')} or newer. Nothing was changed.`,
    next: 'Use a newer database.',
  }),
  'read-only': {
    title: 'The database is read-only at the moment',
    meaning: `It may be a standby. Until it is writable, you get none of your colleagues’ new work, and yours waits on this computer. ${NOTHING_LOST}`,
    next: 'Enter the address of the primary server, or ask the database’s administrator.',
  },
  'disk-full': {
    title: 'The database’s disk is full',
    meaning: 'Your changes wait on this computer. Nothing was lost.',
    next: `${ASK_ADMINISTRATOR} to free some space. Firm Desk sends them when there is room.`,
  },
  locked: {
    title: 'The team’s tables are locked',
    meaning: 'Someone has held a lock for more than ten seconds. Your changes wait on this computer.',
    next: 'Keep working: Firm Desk tries again on its own. If it keeps happening, ask the database’s administrator.',
  },
  'no-schema': {
    title: 'This database has no tables for a team',
    meaning: 'Nothing was changed.',
    next: 'Check the database’s name. If it is right, set up the team again: the first step shows the SQL that its administrator must run.',
  },
  'old-schema': {
    title: 'The team’s tables are from an older version of Firm Desk',
    meaning: 'They must be updated before this version can use them. Nothing was changed.',
    next: 'Give the SQL below to the database’s administrator. After it has run, try again.',
  },
  'newer-schema': {
    title: 'The team uses a newer version of Firm Desk',
    meaning: `Its tables were updated, and this version can’t use them. ${NOTHING_LOST}`,
    next: 'Install the latest version of Firm Desk.',
  },
  'altered-schema': (facts) => ({
    title: 'The team’s tables were changed by someone else',
    meaning: `Nothing is sent or read, because this is not as Firm Desk made it: ${fact(facts, 'what', 'a part of the tables')}. ${NOTHING_LOST}`,
    next: `${ASK_ADMINISTRATOR} who changed it.`,
  }),
  'no-rights': (facts) => ({
    title: 'This login does not have the permissions it needs in the database',
    meaning: `${facts['what'] === undefined ? 'It may not use the team’s tables.' : `It lacks: ${facts['what']}.`} Nothing was changed.`,
    next:
      facts['login'] === undefined || facts['database'] === undefined
        ? `${ASK_ADMINISTRATOR} to grant this login the role of the team’s members.`
        : `${ASK_ADMINISTRATOR} to run ${grantSql(String(facts['login']), String(facts['database']))} Then try again.`,
  }),
  'other-login': (facts) => ({
    title: 'This is not your login for the team',
    meaning: `You joined as ${fact(facts, 'needed', 'another login')} and signed in as ${fact(facts, 'login', 'this one')}. The database takes your work only from the login with which you joined. ${NOTHING_LOST}`,
    next: 'Enter the user name and password with which you joined.',
  }),
  'team-exists': {
    title: 'This database already has a team',
    meaning: 'Nothing was changed.',
    next: 'Ask an admin of that team for an invitation, or use another database. If nobody is left on that team, the database’s administrator can delete its schema, firm_desk.',
  },
  'already-in-team': {
    title: 'You are already on a team',
    meaning: 'Nothing was changed.',
    next: 'Leave that team first.',
  },
  'no-team': {
    title: 'You are not on a team',
    meaning: 'Nothing was changed.',
    next: 'Set up a team, or join one with an invitation.',
  },
  'not-this-team': (facts) => ({
    title: 'This is not your team’s database',
    meaning: `${facts['database'] === undefined ? 'This database' : `The database ${facts['database']}`} has another team, or none. Nothing was changed.`,
    next: 'Check the server and the database’s name. If an invitation names them, ask your colleague for a new one.',
  }),
  'by-policy': {
    title: 'Your organization does not allow this connection',
    meaning:
      'Nothing is sent to the team’s database. What your colleagues wrote before stays on this computer.',
    next: 'Ask your IT department to allow the address of the service.',
  },
  'not-admin': {
    title: 'Only an admin can do this',
    meaning: 'Nothing was changed.',
    next: 'Ask an admin of the team.',
  },
  'last-admin': {
    title: 'The team needs an admin',
    meaning: 'It would have no admin left. Nothing was changed.',
    next: 'Make a colleague an admin first.',
  },
  'no-member': {
    title: 'This colleague is not on the team',
    meaning: 'Nothing was changed.',
    next: 'Look at the list of members: a colleague may have changed it.',
  },
  'leaves-later': {
    title: 'The connection was interrupted while you left the team',
    meaning: 'The database may already have the news that you left, so it can’t be canceled.',
    next: 'Wait: Firm Desk connects again on its own, and finishes leaving the team then.',
  },
  'keys-lost': {
    title: 'This computer’s keychain no longer has your keys for the team',
    meaning: 'What was shared so far is on this computer. Nothing new can be read or sent.',
    next: 'Leave the team here, then join with a new invitation.',
  },
  keychain: {
    title: 'This computer’s keychain can’t be read',
    meaning: `Your keys for the team and your password for its database are in it. ${NOTHING_LOST}`,
    next: 'Unlock the keychain, then try again.',
  },
  'not-invitation': {
    title: 'This file is not an invitation',
    meaning: 'It is another kind of file, or was damaged on the way. Nothing was changed.',
    next: 'Choose the file that ends with .fdinvitation, or ask your colleague to send it again.',
  },
  'newer-invitation': {
    title: 'A newer version of Firm Desk wrote this invitation',
    meaning: 'This version can’t open it. Nothing was changed.',
    next: 'Install the latest version of Firm Desk.',
  },
  'wrong-code': {
    title: 'Incorrect code',
    meaning: 'The code does not open this invitation. Nothing was changed.',
    next: 'Check each character with your colleague, and that it is the code of this file.',
  },
  expired: (facts) => ({
    title: 'This invitation has expired',
    meaning:
      facts['expired'] === undefined
        ? 'It was valid for seven days. Nothing was changed.'
        : `It was valid until ${formatDateTime(String(facts['expired']))}. Nothing was changed.`,
    next: 'Ask your colleague for a new one.',
  }),
  'other-firm': (facts) => ({
    title: 'This invitation is for another firm',
    meaning:
      facts['service'] === undefined
        ? 'The team works with another firm of this service. Nothing was changed.'
        : `The team works with ${String(facts['service'])}, this connection does not. Nothing was changed.`,
    next: 'Open the connection of that firm, then join from there.',
  }),
  'no-invitation': {
    title: 'This invitation is no longer valid',
    meaning: 'It was used or canceled. Nothing was changed.',
    next: 'Ask your colleague for a new one.',
  },
  'file-not-saved': {
    title: 'The invitation could not be saved',
    meaning: 'The folder may be write-protected or gone. No one was invited.',
    next: 'Choose another folder.',
  },
  claimed: (facts) => ({
    title: `${fact(facts, 'name', 'A colleague')} is already on this`,
    meaning: 'Nothing was changed.',
    next: 'Wait until it is given back, or ask.',
  }),
  'no-receiver': {
    title: 'This colleague can’t receive a draft',
    meaning: 'The colleague has left the team, or is a viewer. The draft was not handed over.',
    next: 'Choose another colleague.',
  },
  'no-approval': {
    title: 'This request is no longer open',
    meaning: 'It was already approved, declined or withdrawn. Nothing was changed.',
    next: 'Go back to see what is there now.',
  },
  'own-approval': {
    title: 'Someone else must approve your request',
    meaning: 'Nothing was changed.',
    next: 'Ask a colleague who is a member or an admin.',
  },
  'no-hand-over': {
    title: 'This draft is no longer offered',
    meaning: 'It was already taken over, declined or taken back. Nothing was changed.',
    next: 'Go back to Edits to see what is there now.',
  },
  other: {
    title: 'The database reported an error',
    meaning: `Firm Desk does not recognize it. ${NOTHING_LOST}`,
    next: 'Try again. If it keeps happening, show the details to the database’s administrator.',
  },
};

/** Returns what happened, what it means and what to do next. */
export function problemMessage({ code, facts = {} }: TeamProblem): FailureMessage {
  const text = TEXTS[code];
  return typeof text === 'function' ? text(facts) : text;
}

/** Returns the message for a problem with a connection that worked before. */
export function connectionMessage(problem: TeamProblem): FailureMessage {
  if (problem.code !== 'wrong-password') return problemMessage(problem);
  return {
    title: 'The database does not accept your user name and password',
    meaning: `Firm Desk can’t connect to the team’s database with the ones it has. ${NOTHING_LOST}`,
    next: `If your password was changed, select Change database or password… in Settings and enter the new one. Otherwise, ask the database’s administrator.`,
  };
}

/** Returns the technical facts of a problem, for support. */
export const problemDetails = ({
  code,
  facts = {},
  cause,
}: TeamProblem): { label: string; value: string }[] => [
  // The SQL is shown separately.
  ...Object.entries(facts).flatMap(([label, value]) =>
    label === 'sql' ? [] : [{ label, value: String(value) }],
  ),
  ...(cause ? [{ label: 'Cause', value: cause }] : []),
  { label: 'Kind', value: code },
];
