import { mount } from 'svelte';
import App from './App.svelte';
import { router } from './router.svelte';
import './theme/fonts.css';
import './theme/theme.css';
import './theme/base.css';
import { settings } from './theme/settings.svelte';

settings.begin();
router.begin();
mount(App, { target: document.getElementById('app')! });
