import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { languages } from '../../packages/contract/src/languages.ts'
import { firstTexts } from './src/lib/first-texts.ts'
import { writtenOut } from './src/ui/breakpoints.ts'

/** Style sheets name the breakpoints, which CSS itself cannot: its variables do not hold in media queries. */
const breakpoints = {
  postcssPlugin: 'breakpoints',
  // At the very end: what a module composes from another file is only there by then.
  OnceExit(sheet: { walkAtRules: (name: string, each: (rule: { params: string }) => void) => void }) {
    sheet.walkAtRules('media', (rule) => {
      rule.params = writtenOut(rule.params)
    })
  },
}

/** One file for a language's first sentences, though those that come later borrow from them, and one for the icons of every page. */
const textFiles = languages.map((language) => ({
  name: `texts-${language}`,
  test: new RegExp(`/texts/src/languages/${language}/(?:app/(?:${firstTexts.join('|')})|link)\\.ts$`),
}))

/**
 * React Router loads the page anew, by force, where the script of a route does not come: on a line that is down that ends what is being
 * sent and leaves the browser's own error page. Here it is asked for by lib/load-route.ts, and what does not come is an error like any
 * other, which the error boundary tells (W6).
 */
function failWithoutReload(): Plugin {
  const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/
  // Its component, and what of it asks the server, which the build may have split off.
  const load = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)*(route\.(?:module|client\w+Module))\s*\)/g
  return {
    name: 'fail-without-reload',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('react-router') || !code.includes('Error loading route module')) return null
      if (!reload.test(code) || (code.match(load)?.length ?? 0) < 4)
        this.error('React Router loads in another way now: look at loadRouteModule')
      const ours = '(globalThis.sampanLoadRoute ?? ((url) => import(/* @vite-ignore */ url)))($1)'
      return { code: code.replace(reload, 'throw error;').replace(load, ours), map: null }
    },
  }
}

/** They name all that a package has, of which a page uses little. */
const isBarrel = /node_modules\/(?:@mantine\/\w+|lucide-react)\/.*index\.m?js$/
const ofEveryPage = /\/web\/src\/app\/(?:root|entry\.client)\.tsx/
/** Runs when it is loaded, which is when everything else of the page is there: what others share with it is no place for it. */
const starts = /\/entry\.client\.tsx/

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Whether a module comes with every page, whatever is imported in between. */
const known = new Map<string, boolean>()
function isOfEveryPage(id: string, graph: Graph): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  const isOne = ofEveryPage.test(id)
  // Modules that import each other come together or not at all.
  known.set(id, isOne)
  const importers = graph.getModuleInfo(id)?.importers.filter((importer) => !isBarrel.test(importer)) ?? []
  const does = isOne || importers.some((importer) => isOfEveryPage(importer, graph))
  known.set(id, does)
  return does
}

/** What every page of the app needs is one file, and what most need another: a page of ninety files wakes more slowly. */
const partGroups = [
  { name: (id: string, graph: Graph) => (isOfEveryPage(id, graph) && !starts.test(id) ? 'app' : null) },
  { name: 'icons', test: /lucide-react/, minShareCount: 12 },
  { name: 'base', minShareCount: 40 },
]

export default defineConfig({
  plugins: [failWithoutReload(), reactRouter()],
  css: { postcss: { plugins: [breakpoints] } },
  // The strict script policy allows no inline data in scripts, and fonts are better cached as files.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: { codeSplitting: { groups: [...textFiles, ...partGroups] } },
    },
  },
})
