import type { Component } from 'svelte';
import { DeferredComponent, type LoadComponent } from './deferred-component.svelte';
import DeferredView from './DeferredView.svelte';

const all: Pick<DeferredComponent<object>, 'load'>[] = [];

/**
 * Returns a component whose code is loaded by `loadDeferred`, or when it is first shown. `load` imports its module.
 * Keeps the code of screens and dialogs out of the script that the first paint waits for
 * (docs/decisions/010-renderer-files.md).
 */
export function deferred<Props extends object>(load: LoadComponent<Props>): Component<Props> {
  const source = addSource(load);
  return (internals, props) => DeferredView(internals, { source, props });
}

/** Returns a deferred dialog. If its code can't be loaded, a dialog says so, and calls `onclose` too. */
export function deferredDialog<Props extends { readonly onclose: () => void }>(
  load: LoadComponent<Props>,
): Component<Props> {
  const source = addSource(load);
  return (internals, props) => DeferredView(internals, { source, props, onclose: () => props.onclose() });
}

/**
 * Returns a component that appears once `loadDeferred` has loaded its code; showing it does not load it. If its code
 * can't be loaded, a dialog says so once: the component has no place in the page for a notice.
 */
export function deferredAfterStart<Props extends object>(load: LoadComponent<Props>): Component<Props> {
  const source = addSource(load);
  const onclose = () => (source.failure = null);
  return (internals, props) => DeferredView(internals, { source, props, onclose, waits: true });
}

function addSource<Props extends object>(load: LoadComponent<Props>): DeferredComponent<Props> {
  const source = new DeferredComponent(load);
  all.push(source);
  return source;
}

/** Loads the code of all deferred components. Never rejects. */
export async function loadDeferred(): Promise<void> {
  await Promise.all(all.map((source) => source.load()));
}
