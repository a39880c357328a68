import { spawn } from 'node:child_process';
import os from 'node:os';
import { root, toolEnvironment } from './project.mjs';

const running = new Set();
let isInterrupted = false;
let isListening = false;

function kill(child, signal) {
  try {
    child.kill(signal);
  } catch {
    // It has already ended.
  }
}

/**
 * Forwards signals to the children: unlike Ctrl-C in a terminal, a signal to this process does not reach them.
 * Installed with the first child: a script that only imports this file keeps its own signal handling.
 */
function forwardSignals() {
  if (isListening) return;
  isListening = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      isInterrupted = true; // children first, then this process: the next step must not start
      for (const child of running) kill(child, signal);
      if (running.size === 0) process.exit(130);
    });
}

function yieldToOthers(pid) {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch {
    // It has already ended, or the system does not allow it: then everything takes slightly longer.
  }
}

/**
 * Runs a program to its end.
 * - `output`: 'stderr' passes both streams on to stderr, 'capture' collects them, 'inherit' shares the streams of this
 *   process
 * - `minutes`: timeout, after which it is killed
 * - `inBackground`: runs it at low priority
 * Never throws: for a program that cannot be started it returns code 127 and the reason as output.
 */
export function run(
  command,
  args,
  { output = 'stderr', env, cwd = root, minutes, input = 'ignore', inBackground } = {},
) {
  const outlet = { stderr: 2, capture: 'pipe', inherit: 'inherit' }[output];
  forwardSignals();
  return new Promise((resolve) => {
    const chunks = [];
    let timer;
    const child = spawn(command, args, { cwd, env: toolEnvironment(env), stdio: [input, outlet, outlet] });
    running.add(child);
    if (inBackground && child.pid) yieldToOthers(child.pid);
    const done = (code, reason) => {
      clearTimeout(timer);
      running.delete(child);
      if (isInterrupted && running.size === 0) process.exit(130);
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') + (reason ?? '') });
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => done(127, String(error.message)));
    child.on('close', (code, signal) => done(code ?? 1, signal ? `ended by ${signal}` : undefined));
    if (minutes)
      timer = setTimeout(() => {
        chunks.push(Buffer.from(`\nEnded after ${minutes} minutes.\n`));
        kill(child, 'SIGTERM');
        setTimeout(() => kill(child, 'SIGKILL'), 10_000).unref();
      }, minutes * 60_000);
  });
}

/** Runs the npm that runs this script, on its Node; `npm` from PATH when started manually. */
export function npm(args, options) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js'))
    return run(process.env.npm_node_execpath ?? process.execPath, [script, ...args], options);
  return process.platform === 'win32'
    ? run('cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options)
    : run('npm', args, options);
}
