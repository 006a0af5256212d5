import './styles/base.css';
import { mount } from 'svelte';
import { App } from '$lib/state/app.svelte';
import Root from './App.svelte';

const app = new App();
mount(Root, { target: document.getElementById('app')!, props: { app } });
void app.start();
