/** Entry of the browser client: settles theme and language before the first paint, then mounts the one root component. */
import { mount } from 'svelte';

import App from './App.svelte';
import './app.css';
import { apply } from './lib/prefs/prefs.svelte';

apply();

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');

export default mount(App, { target });
