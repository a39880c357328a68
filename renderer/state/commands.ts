import { SvelteSet } from 'svelte/reactivity';
import type { Command } from '#contract/calls/desktop';

type Handler = () => void;

/**
 * Commands from the native menu, the palette and shortcuts, run by the current handler. The newest handler of
 * a command wins: a visible list takes "find" from the shell.
 */
export class Commands {
  readonly #handlers = new Map<Command, Handler[]>();
  readonly #handled = new SvelteSet<Command>();

  /**
   * Handles `command` until the returned function is called. Fits `$effect(() => commands.on('find',
   * focus))`.
   */
  on(command: Command, handler: Handler): () => void {
    const stack = this.#handlers.get(command) ?? [];
    stack.push(handler);
    this.#handlers.set(command, stack);
    this.#handled.add(command);
    return () => {
      const index = stack.lastIndexOf(handler);
      if (index >= 0) stack.splice(index, 1);
      if (stack.length === 0) this.#handled.delete(command);
    };
  }

  /** Returns true if the command has a handler; reactive. */
  has(command: Command): boolean {
    return this.#handled.has(command);
  }

  /** Returns true if a handler ran the command. */
  run(command: Command): boolean {
    const handler = this.#handlers.get(command)?.at(-1);
    handler?.();
    return handler !== undefined;
  }
}

export const commands = new Commands();
