import { SvelteSet } from 'svelte/reactivity';
import type { Command } from '../../preload/contract/calls/desktop';

type Handler = () => void;

/**
 * Commands from the native menu, the palette and shortcuts, for whoever can carry them out at the moment.
 * The newest handler of a command wins: a list on the screen takes "find" from the shell.
 */
export class Commands {
  readonly #handlers = new Map<Command, Handler[]>();
  readonly #handled = new SvelteSet<Command>();

  /** Carries out `command` until the returned function is called. Fits `$effect(() => commands.on('find', focus))`. */
  on(command: Command, handler: Handler): () => void {
    const stack = this.#handlers.get(command) ?? [];
    stack.push(handler);
    this.#handlers.set(command, stack);
    this.#handled.add(command);
    return () => {
      const at = stack.lastIndexOf(handler);
      if (at >= 0) stack.splice(at, 1);
      if (stack.length === 0) this.#handled.delete(command);
    };
  }

  /** Whether anybody would carry it out; what reads this is told when it changes. */
  has(command: Command): boolean {
    return this.#handled.has(command);
  }

  /** Answers whether anybody carried it out. */
  run(command: Command): boolean {
    const handler = this.#handlers.get(command)?.at(-1);
    handler?.();
    return handler !== undefined;
  }
}

export const commands = new Commands();
