import './state/no-eval';
import { mount } from 'svelte';
import { markStart } from '#contract/start-mark';
import App from './App.svelte';
import { connectBridge } from './bridge';
import { app } from './state/app.svelte';
import { loadDeferred } from './ui/deferred';
import './theme.css';
import './classes.css';
import './forced-colors.css';

/** Later than the first rows, whose processing needs the processor. */
const DEFERRED_MS = 500;

markStart('page script evaluated');
app.connect(connectBridge(), new AbortController().signal); // never aborted: the state lives as long as the page
const target = document.getElementById('app');
if (target) mount(App, { target });
markStart('page mounted');
setTimeout(() => void loadDeferred(), DEFERRED_MS);
