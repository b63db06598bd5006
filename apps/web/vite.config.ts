import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // The strict script policy allows no inline data in scripts, and fonts are better cached as files.
  build: { assetsInlineLimit: 0, target: 'es2022' },
})
