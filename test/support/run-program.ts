import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running program, its output so far, and its end. */
export interface Program {
  readonly output: readonly string[];
  /** Resolves with its exit code, or null if it was killed, after all its output was read. */
  readonly ended: Promise<number | null>;
  send(line: string): void;
  kill(): void;
}

/** Runs a program under Node, or another command; `onLine` receives each output line immediately. */
export function runProgram(
  file: string,
  args: readonly string[],
  onLine: (line: string, program: Program) => void = () => undefined,
  [command, ...leadingArgs]: readonly [string, ...string[]] = [process.execPath],
): Program {
  const child: ChildProcess = spawn(command, [...leadingArgs, file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin?.on('error', () => undefined); // it may end before the message reaches it
  const output: string[] = [];
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const program: Program = {
    output,
    ended,
    send: (line) => void child.stdin?.write(`${line}\n`),
    kill: () => void child.kill('SIGKILL'),
  };
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      onLine(line, program);
    });
  return program;
}

export const waitMs = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
