import { describe, expect, it } from 'vitest';
import type { Connection } from '#contract/connection';
import type { IncomingLink } from '#contract/links/links';
import { Links } from '#main/desktop/links';
import { connectionOf } from '../../support/connection';

const HERE = connectionOf({ id: 'here-0001' });
const TO = { screen: 'resource', resource: 'accounts', record: '7' } as const;

function linksOf(connections: readonly Connection[], open: Connection | null = null) {
  const copied: string[] = [];
  const links = new Links({
    session: () => ({ connections: [...connections], open: open && { connection: open, state: 'open' } }),
    writeClipboard: (text) => void copied.push(text),
  });
  const waiting = async (): Promise<IncomingLink | null> =>
    (await links.follow().next()).value as IncomingLink | null;
  return { links, copied, waiting };
}
/** Returns a link as it is copied on a computer with this connection. */
function copiedFrom(connection: Connection): string {
  const { links, copied } = linksOf([connection], connection);
  void links.copy(TO);
  return copied[0] ?? '';
}

describe('a link from outside', () => {
  it('waits until the page has shown it', async () => {
    const { links, waiting } = linksOf([HERE]);
    expect(await waiting()).toBeNull();
    links.receive(copiedFrom(HERE));
    const link = await waiting();
    expect(link?.result).toEqual({ kind: 'found', connection: 'here-0001', to: TO });
    expect(await waiting()).toEqual(link);
    links.acknowledge(link?.id ?? 0);
    expect(await waiting()).toBeNull();
  });

  it('replaces an earlier link, whose acknowledgment does not remove it', async () => {
    const { links, waiting } = linksOf([HERE]);
    links.receive(copiedFrom(HERE));
    const first = await waiting();
    links.receive('firmdesk:later');
    links.acknowledge(first?.id ?? 0);
    expect((await waiting())?.result).toEqual({ kind: 'refused', problem: 'malformed' });
  });

  it('finds the firm on another computer by its service, where its connection has another ID', async () => {
    const { links, waiting } = linksOf([connectionOf({ id: 'other-0001' })]);
    links.receive(copiedFrom(HERE));
    expect((await waiting())?.result).toMatchObject({ kind: 'found', connection: 'other-0001' });
  });

  it('never guesses among several firms of one service, unless one of them is open', async () => {
    const [first, second] = [connectionOf({ id: 'other-0001' }), connectionOf({ id: 'other-0002' })];
    const none = linksOf([first, second]);
    none.links.receive(copiedFrom(HERE));
    expect((await none.waiting())?.result).toEqual({ kind: 'several' });
    const open = linksOf([first, second], second);
    open.links.receive(copiedFrom(HERE));
    expect((await open.waiting())?.result).toMatchObject({ kind: 'found', connection: 'other-0002' });
  });

  it('reports that a firm is not here: another service or environment, or a demo firm', async () => {
    for (const overrides of [
      { baseUrl: 'https://other.example/v2' },
      { application: 'sandbox' as const },
      { demo: true },
    ]) {
      const { links, waiting } = linksOf([connectionOf({ id: 'other-0001', ...overrides })]);
      links.receive(copiedFrom(HERE));
      expect((await waiting())?.result).toEqual({ kind: 'not-here' });
    }
  });

  it('passes nothing of a refused text to the page', async () => {
    const { links, waiting } = linksOf([HERE]);
    links.receive(`firmdesk://open?connection=here-0001&place=accounts&id=${'9'.repeat(10_000)}`);
    expect(await waiting()).toEqual({ id: 1, result: { kind: 'refused', problem: 'too-long' } });
  });
});

describe('a copied link', () => {
  it('contains IDs but no address or name', () => {
    const text = copiedFrom(HERE);
    expect(text).toMatch(
      /^firmdesk:\/\/open\?connection=here-0001&service=[0-9a-f]{16}&place=accounts&id=7$/,
    );
  });

  it('needs an open connection', async () => {
    await expect(linksOf([HERE]).links.copy(TO)).rejects.toThrow('no-connection');
  });
});
