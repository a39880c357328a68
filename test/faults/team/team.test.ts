import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PostgresConnection } from '#engine/features/team/postgres';
import { PostgresLog } from '#engine/features/team/postgres-log';
import { useServer } from '#test/support/postgres-tests';
import { newServerTeam } from '../../unit/features/team/server-team';
import { runTrials, sampleOrAll, seededRandom } from '../trial-report';
import { FaultProxy, type ConnectionFault } from './fault-proxy';
import { FiveMembers } from './five-members';

const CONNECTION_FAULTS: readonly ConnectionFault[] = ['reset', 'drop-responses', 'delay'];
/** Time for which responses are dropped; longer than a working connection needs to respond. */
const DROP_MS = 150;
/** Maximum time for which the server is paused. */
const MAX_PAUSE_MS = 150;
/** Maximum delay until the server fails, while the members read and send. */
const MAX_WAIT_MS = 25;
/** Runs after which a new team is founded, because the log grows with each run. */
const RUNS_PER_TEAM = 20;
const TIMEOUT_MS = 7_200_000;

const server = useServer();
let proxy: FaultProxy;
beforeAll(async () => {
  proxy = await FaultProxy.start(server().port);
});
afterAll(() => proxy.close());

type Random = (below: number) => number;
/** Disturbs the server or its connections while five members read and send; everything works again when it returns. */
type Fault = (random: Random, running: Promise<void>) => Promise<void>;

const cutConnections: Fault = async (random, running) => {
  const fault = CONNECTION_FAULTS[random(CONNECTION_FAULTS.length)] ?? 'reset';
  proxy.inject(fault, random(6_000));
  if (fault === 'drop-responses') {
    await Promise.race([running, sleep(DROP_MS)]);
    proxy.clearFaultAndDisconnect();
  }
  await running;
  proxy.clearFaultAndDisconnect();
};

const killServer: Fault = async (random, running) => {
  await sleep(random(MAX_WAIT_MS));
  await server().killHard();
  await running;
  await server().restart();
};

/** Pauses the server; in half of the runs, the connections end during the pause. */
const pauseServer: Fault = async (random, running) => {
  await sleep(random(MAX_WAIT_MS));
  server().pause();
  await sleep(random(MAX_PAUSE_MS));
  if (random(2) === 0) proxy.clearFaultAndDisconnect();
  server().unpause();
  await running;
};

const restoreCopy: Fault = async (random, running) => {
  await sleep(random(MAX_WAIT_MS));
  await server().restoreCopy();
  await running;
  proxy.clearFaultAndDisconnect();
};

/** Each kind of fault with its number of runs in `npm test` and in `npm run faults`. */
const FAULTS: readonly (readonly [name: string, fault: Fault, sample: number, all: number])[] = [
  ['cut', cutConnections, 4, 500],
  ['killed', killServer, 1, 500],
  ['paused', pauseServer, 1, 500],
  ['restored to an older copy', restoreCopy, 1, 500],
];

it.each(FAULTS)(
  'five members lose and duplicate nothing while the database is %s',
  async (name, fault, sample, all) => {
    let team: FiveMembers | null = null;
    const runOnce = async (five: FiveMembers, random: Random) => {
      five.mark(random);
      await fault(random, five.run());
      if (random(4) === 0) five.restartOne(random);
      await five.settle();
      await five.expectAllOnce();
    };
    await runTrials(
      `five members, the database ${name}`,
      sampleOrAll(sample, all),
      async (trial) => {
        const random = seededRandom(trial + 1);
        if (trial % RUNS_PER_TEAM === 0) {
          await team?.drop();
          team = null;
        }
        const five = team ?? (await FiveMembers.create(server(), proxy.port));
        // The copy to restore was made just now, or some runs ago.
        if (fault === restoreCopy && (team === null || random(5) === 0)) await server().saveCopy();
        team = null; // after a failure, the next run creates another
        await runOnce(five, random);
        team = five;
      },
      'lost 0, counted twice 0, sent twice 0',
    );
  },
  TIMEOUT_MS,
);

/** Columns whose bytes are flipped. */
const FIELDS = ['body', 'signature', 'previous'] as const;

/** A team of two on the server; the first one's connection stays open. */
async function teamOfTwo(names: readonly [string, string]) {
  const { database, desks } = await newServerTeam(server(), names);
  const [founder, member] = desks;
  if (!founder || !member) throw new Error('No team');
  const connection = await PostgresConnection.connect(founder.access.database, founder.access.password);
  return { database, founder, member, log: new PostgresLog(connection), close: () => connection.close() };
}

it(
  'every flipped byte of an entry is reported with member and number',
  async () => {
    const { database, founder, member, log, close } = await teamOfTwo(['Anna', 'Ben']);
    const [anna, ben] = [founder.writer, member.writer];
    for (let index = 0; index < 10; index += 1) ben.mark('rule', String(index), `note ${index}`);
    await member.run();
    await anna.run(log);
    const marks = anna.marks();
    expect(marks).toHaveLength(10);
    /** Flips bits of one byte as the administrator can; a second time restores it. */
    const flip = (number: number, field: string, share: number, bits: number) =>
      server().run(
        database,
        `ALTER TABLE firm_desk.entry DISABLE TRIGGER append_only;
         UPDATE firm_desk.entry SET ${field} = (SELECT set_byte(${field}, at, get_byte(${field}, at) # ${bits})
             FROM (SELECT octet_length(${field}) * ${share} / 1000 AS at) AS chosen)
           WHERE member = '${ben.id}' AND number = ${number};
         ALTER TABLE firm_desk.entry ENABLE TRIGGER append_only`,
      );
    await runTrials('flipped bytes in the team’s log', sampleOrAll(8, 400), async (trial) => {
      const random = seededRandom(trial + 1);
      const byte = [1 + random(10), FIELDS[random(3)] ?? 'body', random(1_000), 1 << random(8)] as const;
      await flip(...byte);
      await anna.sync.audit(log);
      expect(anna.issues()).toEqual([`bad-signature Ben ${byte[0]}`]);
      expect(anna.marks()).toHaveLength(marks.length - 1);
      await flip(...byte);
      await anna.sync.audit(log);
      expect(anna.issues()).toEqual([]);
      expect(anna.marks()).toEqual(marks);
    });
    await close();
  },
  TIMEOUT_MS,
);

/** Values that enter the team's log, short enough to be found even if PostgreSQL compressed or cut what follows. */
const PLANTED = ['Annabelle', 'Bartholomew', 'Harborview', 'planted-rule', 'planted-key', 'planted note'];
/** Masked in the note before it enters the log. */
const PLANTED_TAX_ID = '987-65-4321';
/** Stored in a table as it is, to show that the search finds what is there. */
const CONTROL = 'in plain text';

it('no file of the database has a planted value', async () => {
  const { database, founder, member, log, close } = await teamOfTwo(['Annabelle', 'Bartholomew']);
  for (let index = 0; index < 50; index += 1)
    member.writer.mark('planted-rule', `planted-key ${index}`, `planted note ${PLANTED_TAX_ID}`);
  await member.run();
  await founder.writer.run(log);
  expect(founder.writer.marks()).toHaveLength(50);
  await server().run(database, `CREATE TABLE control AS SELECT '${CONTROL}' AS value; CHECKPOINT`);
  await close();
  const contents = filesIn(server().data).map((file) => fs.readFileSync(file));
  const isFound = (value: string) => contents.some((content) => content.includes(value));
  expect(isFound(CONTROL)).toBe(true);
  const values = [...PLANTED, PLANTED_TAX_ID, '987654321'];
  await runTrials('planted values searched for in the database', values.length, (trial) => {
    expect(isFound(values[trial] ?? ''), values[trial]).toBe(false);
  });
}, 60_000);

const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
