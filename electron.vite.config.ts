import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const root = import.meta.dirname

/** Three builds: the main process with the processes it forks, one CommonJS preload, the window's page. */
export default defineConfig({
  main: {
    build: {
      outDir: resolve(root, 'out/main'),
      // Optional dependencies are bundled unless they are named: keytar's native part cannot be. Of zod's many files one is made, which a start reads sooner.
      externalizeDeps: { include: ['keytar'], exclude: ['zod'] },
      rolldownOptions: {
        input: {
          index: resolve(root, 'src-main/index.ts'),
          main: resolve(root, 'src-main/main.ts'),
          'local-service': resolve(root, 'src-main/local-service/process.ts'),
          'render-worker': resolve(root, 'src-main/local-service/jobs/render-worker.ts'),
          'transcription-worker': resolve(
            root,
            'src-main/local-service/transcription/transcription-worker.ts',
          ),
          'media-worker': resolve(root, 'src-main/media/worker.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: resolve(root, 'out/preload'),
      // A sandboxed preload must be one CommonJS file, whatever package.json's "type" says.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(root, 'src-main/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src-renderer'),
    plugins: [react()],
    build: {
      outDir: resolve(root, 'out/renderer'),
      assetsInlineLimit: 0, // the CSP forbids data: fonts, images and scripts
      rolldownOptions: {
        input: {
          index: resolve(root, 'src-renderer/index.html'),
          // The hidden window that decodes clips.
          'picture-decoder': resolve(root, 'src-renderer/picture-decoder/index.html'),
        },
      },
    },
  },
})
