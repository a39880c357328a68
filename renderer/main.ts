import './state/no-eval';
import { mount } from 'svelte';
import App from './App.svelte';
import { connectBridge } from './bridge';
import { app } from './state/app.svelte';
import './theme.css';
import './forced-colors.css';

app.connect(connectBridge(), new AbortController().signal);
const target = document.getElementById('app');
if (target) mount(App, { target });
