import { createApp } from 'vue';
import VoyagesPage from './VoyagesPage.vue';

createApp(VoyagesPage).mount('#page');
