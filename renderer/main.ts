import { mount } from 'svelte';
import { z } from 'zod';
import App from './App.svelte';
import { connectBridge } from './bridge';
import { app } from './state/app.svelte';
import './theme.css';

// The content security policy forbids making code from text, which zod would otherwise try.
z.config({ jitless: true });

app.connect(connectBridge(), new AbortController().signal);
const target = document.getElementById('app');
if (target) mount(App, { target });
