import { mount } from 'svelte';
import VoyagesPage from './VoyagesPage.svelte';

mount(VoyagesPage, { target: document.getElementById('page') });
