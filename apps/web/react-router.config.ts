import type { Config } from '@react-router/dev/config'
import { languages } from '../../packages/contract/src/languages.ts'
import { publicPaths, supportIndexPath } from '../../packages/contract/src/paths.ts'

export default {
  appDirectory: 'src/app',
  ssr: false,
  prerender: languages.flatMap((language) => [...publicPaths.map((pathOf) => pathOf(language)), supportIndexPath(language)]),
  // Every route is in the first manifest: the page asks the server for nothing that it does not know.
  routeDiscovery: { mode: 'initial' },
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config
