import './state/no-eval';
import { mount } from 'svelte';
import { startMoment } from '#contract/start-moment';
import App from './App.svelte';
import { connectBridge } from './bridge';
import { app } from './state/app.svelte';
import './theme.css';
import './classes.css';
import './forced-colors.css';

startMoment('page script evaluated');
app.connect(connectBridge(), new AbortController().signal);
const target = document.getElementById('app');
if (target) mount(App, { target });
startMoment('page mounted');
