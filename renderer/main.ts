import './state/no-eval';
import { mount } from 'svelte';
import { markStart } from '#contract/start-mark';
import App from './App.svelte';
import { connectBridge } from './bridge';
import { app } from './state/app.svelte';
import { lastScreens } from './state/last-screen';
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
// Loads the code of lists while the connection opens. The list itself shows why it could not be loaded.
if (lastScreens.hasList()) import('./records/list/ResourceScreen.svelte').catch(() => undefined);
setTimeout(() => void loadDeferred(), DEFERRED_MS);
