import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { writtenOut } from './src/ui/breakpoints.ts'

/** Style sheets name the breakpoints, which CSS itself cannot: its variables do not hold in media queries. */
const breakpoints = {
  postcssPlugin: 'breakpoints',
  AtRule: {
    media(rule: { params: string }) {
      const params = writtenOut(rule.params)
      if (params !== rule.params) rule.params = params
    },
  },
}

/** One file for a language's first sentences, though those that come later borrow from them, and one for the icons of every page. */
const firstTexts = ['en', 'zh'].map((language) => ({
  name: `texts-${language}`,
  test: new RegExp(`/texts/src/(?:app/${language}/(?:index|shell|home|account|send|download)|link/${language})\\.ts$`),
}))

export default defineConfig({
  plugins: [reactRouter()],
  css: { postcss: { plugins: [breakpoints] } },
  // The strict script policy allows no inline data in scripts, and fonts are better cached as files.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: { codeSplitting: { groups: [...firstTexts, { name: 'icons', test: /lucide-react/, minShareCount: 12 }] } },
    },
  },
})
