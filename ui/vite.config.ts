import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  base: '/ui/',
  plugins: [vue()],
  define: {
    __VUE_OPTIONS_API__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  build: {
    target: 'es2023',
    outDir: 'target/classes/orrery-ui',
    emptyOutDir: true,
    // Fonts stay files: the page's security policy takes none from its own text.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files to the first page, and what is large only where it is needed.
        codeSplitting: {
          groups: [
            { name: 'vue', test: /node_modules\/(@vue|vue|vue-router|@tanstack|@lucide)\// },
            { name: 'yaml', test: /node_modules\/yaml\// },
            { name: 'editor', test: /node_modules\/(@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)\// },
            { name: 'kit', test: /node_modules\/(reka-ui|@floating-ui|@vueuse|@internationalized|aria-hidden|defu|ohash)\// },
            { name: 'shared', test: /src\/(api|lib|ui)\/(?!topology|Topology|Modal|Menu|Confirm|Input|LabelFields)/ },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  test: { environment: 'happy-dom', include: ['test/**/*.test.ts'] },
})
