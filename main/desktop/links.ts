import type { Connection } from '#contract/connection';
import { fail } from '#contract/failure';
import type { IncomingLink } from '#contract/links/links';
import { linkText, parseLink, type AppLink, type LinkProblem, type LinkRoute } from '#contract/links/link';
import type { ConnectionSession } from '#contract/calls/live';
import { Observable } from '../common/observable';
import { sha256 } from '../common/sha256';

type LinkResult = IncomingLink['result'];

/** Connections of one service have the same digest on every computer. Demo firms exist on one only. */
const digestOf = ({ baseUrl, application, demo }: Connection): string | undefined =>
  demo ? undefined : sha256(`${baseUrl}\n${application}`).slice(0, 16);

interface LinksDeps {
  readonly session: () => Pick<ConnectionSession, 'connections' | 'open'>;
  readonly writeClipboard: (text: string) => Promise<void> | void;
}

/** Receives links from outside the app, and copies links to the clipboard. The page only opens a link's route. */
export class Links {
  /** The link that waits until the page has shown it; a later link replaces it. */
  readonly #waiting = new Observable<{ readonly id: number; readonly link: AppLink | LinkProblem } | null>(
    null,
  );
  readonly #deps: LinksDeps;
  #lastId = 0;

  constructor(deps: LinksDeps) {
    this.#deps = deps;
  }

  /** Receives the text of a link and parses it here, so that the page never gets the text. */
  receive(text: string): void {
    this.#waiting.set({ id: ++this.#lastId, link: parseLink(text) });
  }

  /** Yields the waiting link with the connection that it leads to now, then every change. */
  async *follow(signal?: AbortSignal): AsyncGenerator<IncomingLink | null, void, void> {
    for await (const waiting of this.#waiting.follow(signal))
      yield waiting && { id: waiting.id, result: this.#resolve(waiting.link) };
  }

  /** Called when the page has handled a link. */
  acknowledge(id: number): void {
    if (this.#waiting.value?.id === id) this.#waiting.set(null);
  }

  /** Copies a link to a screen or record of the open connection. */
  async copy(to: LinkRoute): Promise<void> {
    const connection = this.#deps.session().open?.connection;
    if (!connection) throw fail('no-connection');
    await this.#deps.writeClipboard(
      linkText({ connection: connection.id, service: digestOf(connection), to }),
    );
  }

  #resolve(link: AppLink | LinkProblem): LinkResult {
    if (typeof link === 'string') return { kind: 'refused', problem: link };
    const candidates = this.#candidates(link);
    const openId = this.#deps.session().open?.connection.id;
    const chosen =
      candidates.find(({ id }) => id === openId) ?? (candidates.length === 1 ? candidates[0] : undefined);
    if (chosen) return { kind: 'found', connection: chosen.id, to: link.to };
    return { kind: candidates.length === 0 ? 'not-here' : 'several' };
  }

  /** Returns the link's own connection; on another computer, the connections to its service. */
  #candidates({ connection, service }: AppLink): readonly Connection[] {
    const { connections } = this.#deps.session();
    const own = connections.filter(({ id }) => id === connection);
    if (own.length > 0 || service === undefined) return own;
    return connections.filter((candidate) => digestOf(candidate) === service);
  }
}
