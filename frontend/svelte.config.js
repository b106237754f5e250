import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** Svelte 5 in runes mode throughout: components of the older kind fail to compile instead of half working. */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
};
