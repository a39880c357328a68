import { expect, it as anyIt } from 'vitest';
import { loginSql, memberRole, quotedName } from '#contract/features/team/login';
import { it, useServer } from '#test/support/postgres-tests';
import { createTeamAsAnna, joinAsBen } from './desks';

const server = useServer();

anyIt.each([
  ['Zoë O’Brien', 'zoe_o_brien'],
  ['Jürgen Müller', 'jurgen_muller'],
  ['"; DROP ROLE x; --', 'drop_role_x'],
  ['User', 'user'],
  ['李雷', 'colleague'],
  ['7up', 'colleague'],
  ['PG Wodehouse', 'colleague'],
  ['Public', 'colleague'],
])('proposes a login for %s', (name, login) => {
  expect(loginSql(name, 'Firm')).toBe(
    `CREATE ROLE "${login}" LOGIN PASSWORD '…';\nGRANT "firm_desk_Firm" TO "${login}";`,
  );
});

it.each([
  ['of plain letters', 'firm', 'anna', 'User'],
  ['with capital letters, blanks and quotes', 'Firm "Desk" of O’Neil $$ \'1', 'Anna "A" Ruiz', 'Zoë'],
])(
  'a colleague joins with the login that the proposed SQL creates, for names %s',
  async (_, database, login, name) => {
    const { database: address } = await server().newDatabase('other');
    const password = 'owner secret';
    await server().run(
      'postgres',
      `CREATE ROLE ${quotedName(login)} LOGIN CREATEROLE PASSWORD '${password}'`,
    );
    await server().run('postgres', `CREATE DATABASE ${quotedName(database)}`);
    await server().run(database, `GRANT CREATE ON DATABASE ${quotedName(database)} TO ${quotedName(login)}`);
    const { anna } = await createTeamAsAnna({ database: { ...address, database, login }, password });
    const sql = loginSql(name, database);
    const created = /CREATE ROLE "(\w+)"/.exec(sql)?.[1] ?? '';
    await server().run(database, sql);
    const ben = await joinAsBen(anna, { database: { ...address, database, login: created }, password: '…' });
    expect((await ben.member()).members.map((member) => member.name)).toEqual(['Anna', 'Ben']);
    const { rows } = await server().run(
      database,
      `SELECT count(*)::int AS count FROM pg_roles WHERE rolname = '${memberRole(database).replaceAll("'", "''")}'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  },
);
