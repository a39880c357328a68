import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running program, what it has said so far, and how it ends. */
export interface Program {
  readonly said: readonly string[];
  /** Resolves with its exit code, null where it was killed; by then everything it said has been read. */
  readonly ended: Promise<number | null>;
  tell(line: string): void;
  kill(): void;
}

/** `hear` gets each line at once. */
export function runProgram(
  file: string,
  args: readonly string[],
  hear: (line: string, program: Program) => void = () => undefined,
  [command, ...before]: readonly [string, ...string[]] = [process.execPath],
): Program {
  const child: ChildProcess = spawn(command, [...before, file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin?.on('error', () => undefined); // it may be dead by the time it is told something
  const said: string[] = [];
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const program: Program = {
    said,
    ended,
    tell: (line) => void child.stdin?.write(`${line}\n`),
    kill: () => void child.kill('SIGKILL'),
  };
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      hear(line, program);
    });
  return program;
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
